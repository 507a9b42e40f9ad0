"""The desired retention of single phases: the settings name them by title, or by number in their course."""

import difflib
from collections.abc import Iterator
from unicodedata import normalize

from quizterm import paths
from quizterm.course.catalog import Catalog
from quizterm.course.model import Course
from quizterm.errors import SettingsError
from quizterm.settings import Settings
from quizterm.store.rows import exercise_key


def retention_by_key(catalog: Catalog, settings: Settings) -> dict[str, float]:
    """The desired retention in the lessons of those phases, by lesson key, and of their exercises, by item key.

    Raises:
        SettingsError: no course has a phase of that title or number, or one phase is named both ways.
    """
    wanted = {normalize("NFC", name.strip()): retention for name, retention in settings.retention_by_phase}
    if not wanted:
        return {}
    known = [*_names(catalog)]
    for name in wanted:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            advice = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(map(repr, known)) or 'none'}"
            raise SettingsError(f"{paths.settings_file()}: retention_by_phase: unknown phase {name!r}; {advice}")
    return {key: retention for course in catalog.courses for key, retention in _keys(course, wanted)}


def _names(catalog: Catalog) -> Iterator[str]:
    for course in catalog.courses:
        for number, title in enumerate(course.phases, 1):
            yield title
            yield str(number)


def _keys(course: Course, wanted: dict[str, float]) -> Iterator[tuple[str, float]]:
    by_title = {}
    for number, title in enumerate(course.phases, 1):
        named = [name for name in (title, str(number)) if name in wanted]
        if len(named) > 1:
            raise SettingsError(
                f"{paths.settings_file()}: retention_by_phase: {title!r} is phase {number}; name it once, not both ways"
            )
        if named:
            by_title[title] = wanted[named[0]]
    for lesson in course.lessons:
        if lesson.phase in by_title:
            yield f"{lesson.course}.{lesson.slug}", by_title[lesson.phase]
            for slug in lesson.exercises:
                yield exercise_key(slug), by_title[lesson.phase]
