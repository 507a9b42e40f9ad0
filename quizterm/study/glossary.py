"""The words of the course: every lesson's Key Terms, searched."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from quizterm.course import pages
from quizterm.errors import UsageError
from quizterm.study.session import Study

NOWHERE = 3  # rank of an entry that does not hold what is searched


@dataclass(frozen=True, slots=True)
class Entry:
    """One term; the meanings are Markdown."""

    term: str  # plain text
    loosely: str
    exactly: str
    lesson: str  # slug
    lesson_title: str


def glossary(study: Study, word: str | None = None) -> tuple[Entry, ...]:
    """All terms in alphabetical order, or those that hold `word` in any case.

    Raises:
        UsageError: no term holds the word; close matches are named.
    """
    entries = sorted(
        (
            Entry(term.name, term.loosely, term.exactly, lesson.slug, lesson.title)
            for course in study.catalog.courses
            for lesson in course.lessons
            for term in pages.terms(study.catalog.lesson(lesson.course, lesson.slug))
        ),
        key=lambda entry: entry.term.casefold(),
    )
    if word is None:
        return tuple(entries)
    wanted = word.strip().casefold()
    found = tuple(entry for entry in entries if wanted in entry.term.casefold())
    if not found:
        names = {entry.term.casefold(): entry.term for entry in entries}
        close = [names[name] for name in difflib.get_close_matches(wanted, names, n=3)]
        advice = f"did you mean {', '.join(close)}?" if close else "`quizterm glossary` lists all terms"
        raise UsageError(f"no term holds {word!r}; {advice}")
    return found


def search(entries: Sequence[Entry], typed: str) -> tuple[Entry, ...]:
    """The entries that hold what was typed: terms that begin with it, then others, then those that explain by it."""
    wanted = typed.strip().casefold()
    ranked = sorted(((_rank(entry, wanted), place) for place, entry in enumerate(entries)))
    return tuple(entries[place] for rank, place in ranked if rank < NOWHERE)


def _rank(entry: Entry, wanted: str) -> int:
    term = entry.term.casefold()
    if term.startswith(wanted):
        return 0
    if wanted in term:
        return 1
    return 2 if wanted in f"{entry.loosely}\n{entry.exactly}".casefold() else NOWHERE
