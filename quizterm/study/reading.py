"""The lessons as a learner reads them: which sections are read, which cards are due, where to go on."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from quizterm.course.model import Card, Lesson, LessonEntry
from quizterm.errors import UsageError
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import Phase
from quizterm.study.offering import Progress, progress_by_lesson, progress_of, section_key, why_held
from quizterm.study.session import Study, lesson_key


@dataclass(frozen=True, slots=True)
class LessonLine:
    """A lesson in the list of lessons."""

    course: str
    slug: str
    title: str
    phase: str
    minutes: int
    requires: tuple[str, ...]
    exercises: tuple[str, ...]
    cards: int
    answered: int  # at least once
    due: int
    suspended: int
    sections: int
    sections_read: int
    offered: bool
    reason: str | None  # one plain line, if it is not offered yet

    @property
    def new(self) -> int:
        return self.cards - self.answered


@dataclass(frozen=True, slots=True)
class LessonView:
    """A lesson to read."""

    lesson: Lesson
    name: str  # the shortest that `Catalog.find_lesson` understands
    line: LessonLine
    read: frozenset[str]  # slugs of the sections that were read
    cards_by_section: Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class NextReading:
    """A section to read."""

    lesson: str  # as `Catalog.find_lesson` understands it
    lesson_title: str
    section: str  # slug
    section_title: str


def lessons(study: Study) -> tuple[LessonLine, ...]:
    """Every lesson of every course, in course order."""
    progress, held = progress_by_lesson(study), why_held(study)
    waiting = _Waiting.of(study)
    return tuple(
        _line(lesson, progress, held, waiting) for course in study.catalog.courses for lesson in course.lessons
    )


def lesson_view(study: Study, name: str) -> LessonView:
    """The lesson with this slug, or `course.slug`.

    Raises:
        UsageError: there is none; close matches are named.
    """
    entry = study.catalog.find_lesson(name)
    lesson = study.catalog.lesson(entry.course, entry.slug)
    read = study.store.read_sections()
    slugs = [section.slug for section in lesson.sections]
    return LessonView(
        lesson=lesson,
        name=study.catalog.lesson_name(lesson.course, lesson.slug),
        line=_line(entry, progress_of(study, [entry]), why_held(study), _Waiting.of(study)),
        read=frozenset(slug for slug in slugs if section_key(lesson.course, lesson.slug, slug) in read),
        cards_by_section={slug: tuple(card for card in lesson.cards if card.section == slug) for slug in slugs},
    )


def mark_read(study: Study, lesson: Lesson, section: str) -> None:
    """Note that a section was read; a second time changes nothing."""
    known = [known.slug for known in lesson.sections]
    if section not in known:
        raise UsageError(f"{lesson.slug} has no section {section!r}; it has {', '.join(known) or 'none'}")
    key = section_key(lesson.course, lesson.slug, section)
    if key not in study.store.read_sections():
        study.store.append([Draft(EventKind.READ, study.now(), detail=json.dumps({"section": key}))])


def is_answered(study: Study, cards: Sequence[Card]) -> bool:
    """Whether each of these cards was answered at least once; suspended ones need not be."""
    states = [item.state for item in study.store.items_by_keys([card.id for card in cards]).values()]
    return all(state.phase is not Phase.NEW or state.suspended for state in states)


def resume_section(view: LessonView) -> str | None:
    """The first section that is still unread, else the first; None for a lesson without sections."""
    slugs = [section.slug for section in view.lesson.sections]
    return next((slug for slug in slugs if slug not in view.read), slugs[0] if slugs else None)


def next_unread(study: Study, offered: Collection[str]) -> NextReading | None:
    """The first unread section of the offered lessons, which are named by their keys."""
    read = study.store.read_sections()
    for course in study.catalog.courses:
        for lesson in course.lessons:
            if lesson_key(course.slug, lesson.slug) in offered:
                for slug, title in lesson.sections:
                    if section_key(course.slug, lesson.slug, slug) not in read:
                        name = study.catalog.lesson_name(course.slug, lesson.slug)
                        return NextReading(name, lesson.title, slug, title)
    return None


class _Waiting(NamedTuple):
    """How many cards wait in each lesson, by its key."""

    due: Mapping[str, int]
    suspended: Mapping[str, int]

    @classmethod
    def of(cls, study: Study) -> Self:
        return cls(study.store.due_by_lesson(study.now()), study.store.suspended_by_lesson())


def _line(
    lesson: LessonEntry, progress: Mapping[str, Progress], held: Mapping[str, str], waiting: _Waiting
) -> LessonLine:
    key = lesson_key(lesson.course, lesson.slug)
    known = progress[key]
    return LessonLine(
        course=lesson.course,
        slug=lesson.slug,
        title=lesson.title,
        phase=lesson.phase,
        minutes=lesson.minutes,
        requires=lesson.requires,
        exercises=lesson.exercises,
        cards=known.cards,
        answered=known.answered,
        due=waiting.due.get(key, 0),
        suspended=waiting.suspended.get(key, 0),
        sections=known.sections,
        sections_read=known.sections_read,
        offered=key not in held,
        reason=held.get(key),
    )
