"""Which lessons' new cards are offered. It decides only what Today proposes; reading and asking are never refused."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from quizterm.course.model import Course, LessonEntry
from quizterm.store.rows import Progress as CardProgress
from quizterm.study.gates import gate_before
from quizterm.study.session import Study, lesson_key
from quizterm.study.words import count_text

ANSWERED_SHARE = (4, 5)  # of a required lesson's cards, answered at least once


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a lesson has come."""

    cards: int
    answered: int  # at least once
    sections: int
    sections_read: int

    @property
    def enough(self) -> bool:
        """Whether lessons that build on this one may be offered."""
        return self.sections_read >= self.sections and self.answered >= self.answers_needed

    @property
    def answers_needed(self) -> int:
        part, whole = ANSWERED_SHARE
        return -(-self.cards * part // whole)


def section_key(course: str, lesson: str, section: str) -> str:
    """How the log names a section that was read."""
    return f"{lesson_key(course, lesson)}#{section}"


def progress_by_lesson(study: Study) -> dict[str, Progress]:
    """Progress of every lesson, by lesson key."""
    lessons = [lesson for course in study.catalog.courses for lesson in course.lessons]
    return _progress(study, lessons, study.store.lesson_progress())


def progress_of(study: Study, lessons: Sequence[LessonEntry]) -> dict[str, Progress]:
    """Progress of some lessons, by lesson key."""
    keys = [lesson_key(lesson.course, lesson.slug) for lesson in lessons]
    return _progress(study, lessons, study.store.lesson_progress(keys)) if keys else {}


def why_held(study: Study) -> dict[str, str]:
    """The lessons that are not offered, by key in course order: for each one plain line on what is still missing.

    Looks at the lessons that others wait for only: few, where there are thousands in decks.
    """
    return {key: reason for course in study.catalog.courses for key, reason in _held_in(study, course)}


def offered_lessons(study: Study) -> list[str]:
    """Keys of the lessons whose new cards are offered, in course order."""
    held = why_held(study)
    keys = (lesson_key(course.slug, lesson.slug) for course in study.catalog.courses for lesson in course.lessons)
    return [key for key in keys if key not in held]


def _held_in(study: Study, course: Course) -> Iterator[tuple[str, str]]:
    required = {slug for lesson in course.lessons for slug in lesson.requires}
    if not required and not course.gated_phases:
        return
    titles = {lesson.slug: lesson.title for lesson in course.lessons}
    progress = progress_of(study, [lesson for lesson in course.lessons if lesson.slug in required])
    gate = cache(partial(gate_before, study, course))
    for lesson in course.lessons:
        known = [(slug, progress[lesson_key(course.slug, slug)]) for slug in lesson.requires]
        missing = [f"{titles[slug]} ({_still_to_do(done)})" for slug, done in known if not done.enough]
        if not missing and (before := gate(lesson.phase)) is not None and not before.is_passed:
            missing = [str(before)]
        if missing:
            yield lesson_key(course.slug, lesson.slug), f"opens after {', '.join(missing)}"


def _progress(
    study: Study, lessons: Sequence[LessonEntry], answered: Mapping[str, CardProgress]
) -> dict[str, Progress]:
    read = study.store.read_sections()
    return {lesson_key(lesson.course, lesson.slug): _lesson_progress(lesson, answered, read) for lesson in lessons}


def _lesson_progress(lesson: LessonEntry, answered: Mapping[str, CardProgress], read: Collection[str]) -> Progress:
    cards = answered.get(lesson_key(lesson.course, lesson.slug), CardProgress(len(lesson.cards), 0))
    keys = [section_key(lesson.course, lesson.slug, slug) for slug, _ in lesson.sections]
    return Progress(
        cards=cards.total, answered=cards.answered, sections=len(keys), sections_read=sum(key in read for key in keys)
    )


def _still_to_do(progress: Progress) -> str:
    parts = []
    unread = progress.sections - progress.sections_read
    unanswered = progress.answers_needed - progress.answered
    if unread > 0:
        parts.append(f"{count_text(unread, 'section')} to read")
    if unanswered > 0:
        parts.append(f"{count_text(unanswered, 'card')} to answer")
    return ", ".join(parts)
