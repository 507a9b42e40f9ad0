"""One open quizterm: the learner's settings, clock, courses and store, wired together once."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from quizterm import paths
from quizterm.clock import Clock, clock_from_environment
from quizterm.course.catalog import Catalog, load_catalog
from quizterm.errors import DatabaseUnavailableError, SettingsError
from quizterm.grading.exercise_folders import exercise_folders
from quizterm.memory.balance import Load
from quizterm.memory.days import Calendar
from quizterm.memory.events import Moment
from quizterm.memory.scheduler import CARD_POLICY, EXERCISE_POLICY, Policy, Scheduler
from quizterm.settings import Settings, load_settings
from quizterm.store.rows import ItemKind, ItemRow, LessonRow, Synced, exercise_key
from quizterm.store.store import Store
from quizterm.study.retention import retention_by_key
from quizterm.study.words import clock_text

_HALF_A_YEAR_MS = 183 * 86_400_000


@dataclass
class Study:
    """What every use case needs. Close it, or use it as a context manager."""

    settings: Settings
    clock: Clock
    calendar: Calendar
    catalog: Catalog
    store: Store

    def now(self) -> Moment:
        return self.calendar.moment(self.clock.now_ms())

    def wall_clock(self, at_ms: int) -> str:
        """What the learner's clock shows at a moment (milliseconds UTC): `14:05`."""
        return clock_text(at_ms, self.calendar.moment(at_ms).offset)

    def apply(self, settings: Settings) -> None:
        """Go on under other settings; decks and the turn of the day stay as they were when this was opened.

        Raises:
            SettingsError: they name a phase that there is not.
        """
        retention_by_key(self.catalog, settings)
        self.settings = settings
        for name, value in vars(type(self)).items():
            if isinstance(value, cached_property):
                self.__dict__.pop(name, None)

    def idle(self) -> None:
        """Do what may wait until the learner is reading.

        If it cannot be done now, as on a full disk, nothing is lost: the answers are safe in the write-ahead log. The
        next one says what is wrong if it cannot be stored either.
        """
        with suppress(DatabaseUnavailableError):
            self.store.checkpoint()

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> "Study":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def card_scheduler(self, key: str, load: Load | None = None) -> Scheduler:
        """For one card, under the weights in force, which may change while this is open.

        Args:
            key: the card's.
            load: what is due on each day, where that is not what is stored.
        """
        policy = self._card_policy._replace(retention=self.retention_of(key))
        return Scheduler(self.store.memory, policy, self.calendar, load or self.load)

    @cached_property
    def load(self) -> Load | None:
        """What is due on each day, as it was when first asked for, and as answers here have changed it since."""
        settings = self.settings
        return Load(self.store.due_days(), settings.easy_days) if settings.load_balancing else None

    def exercise_scheduler(self, key: str) -> Scheduler:
        """For one exercise, under the weights in force, which may change while this is open."""
        policy = self._exercise_policy._replace(retention=self.retention_of(key))
        return Scheduler(self.store.memory, policy, self.calendar)

    @cached_property
    def retention_by_key(self) -> Mapping[str, float]:
        """See `quizterm.study.retention`."""
        return retention_by_key(self.catalog, self.settings)

    def retention_of(self, key: str) -> float:
        """The desired retention of an item, or of the items of a lesson: that of its phase, else the one for all."""
        lesson, _, _ = key.rpartition(".")
        known = self.retention_by_key
        return known.get(key) or known.get(lesson) or self.settings.desired_retention

    def forget_load(self) -> None:
        """Count anew what is due on each day when it is asked for next."""
        self.__dict__.pop("load", None)

    @cached_property
    def _card_policy(self) -> Policy:
        settings = self.settings
        return CARD_POLICY._replace(
            maximum_interval=settings.maximum_interval,
            learning_steps=settings.learning_steps,
            relearning_steps=settings.relearning_steps,
        )

    @cached_property
    def _exercise_policy(self) -> Policy:
        return EXERCISE_POLICY._replace(maximum_interval=self.settings.maximum_interval)


def open_study(*, decks: Sequence[Path] = (), clock: Clock | None = None) -> Study:
    """Open the learner's data and the courses; creates what is missing.

    Args:
        decks: folders of own lessons, besides those of the settings.

    Raises:
        QuiztermError: the settings, a named deck or the database cannot be used.
    """
    settings = load_settings(paths.settings_file())
    clock = clock or clock_from_environment()
    calendar = Calendar(None, settings.day_turns_at)
    _check_zone(calendar, clock)
    exercises = {folder.name for folder in exercise_folders(paths.exercises_folder())}
    catalog = load_catalog([*paths.shipped_courses(), *settings.decks, *decks], paths.cache_folder(), exercises)
    retention_by_key(catalog, settings)
    store = Store.open(paths.database_file())
    study = Study(settings, clock, calendar, catalog, store)
    try:
        sync_content(study)
    except BaseException:
        store.close()
        raise
    return study


def _check_zone(calendar: Calendar, clock: Clock) -> None:
    """Raises: SettingsError where summer or winter time is a day or more away from UTC, which Python cannot reckon."""
    try:
        for ahead in (0, _HALF_A_YEAR_MS):
            calendar.moment(clock.now_ms() + ahead)
    except ValueError:
        zone = os.environ.get("TZ", "")
        raise SettingsError(f"TZ={zone!r} is no time zone; write for example TZ=Europe/Berlin") from None


def sync_content(study: Study) -> Synced | None:
    """Tell the store which items exist now, if the files changed since it was last told."""
    fingerprint = study.catalog.fingerprint
    if study.store.content_fingerprint() == fingerprint:
        return None
    return study.store.sync(lesson_rows(study.catalog), fingerprint)


def lesson_rows(catalog: Catalog) -> list[LessonRow]:
    """Every lesson with its cards, then its exercises, in course order."""
    rows = []
    for course in catalog.courses:
        for lesson in course.lessons:
            cards = [
                ItemRow(card.id, ItemKind.CARD, card.content_hash, (card.was,) if card.was else ())
                for card in lesson.cards
            ]
            exercises = [ItemRow(exercise_key(slug), ItemKind.EXERCISE, "") for slug in lesson.exercises]
            rows.append(LessonRow(lesson_key(lesson.course, lesson.slug), (*cards, *exercises)))
    return rows


def lesson_key(course: str, lesson: str) -> str:
    return f"{course}.{lesson}"
