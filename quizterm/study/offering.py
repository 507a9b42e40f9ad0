"""Which lessons' new cards are offered. It decides only what Today proposes; reading and asking are never refused."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

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


def why_not_offered(study: Study, course: Course, lesson: LessonEntry, progress: Mapping[str, Progress]) -> str | None:
    """One plain line on what is still missing, or None for a lesson that is offered."""
    missing = []
    titles = {entry.slug: entry.title for entry in course.lessons}
    for slug in lesson.requires:
        known = progress.get(lesson_key(course.slug, slug))
        if known is not None and not known.enough:
            missing.append(f"{titles[slug]} ({_still_to_do(known)})")
    if not missing:
        gate = gate_before(study, course, lesson.phase)
        missing += [str(gate)] if gate is not None and not gate.is_passed else []
    return f"opens after {', '.join(missing)}" if missing else None


def offered_lessons(study: Study) -> list[str]:
    """Keys of the lessons whose new cards are offered, in course order."""
    progress = _progress_of_required(study)
    return [
        lesson_key(course.slug, lesson.slug)
        for course in study.catalog.courses
        for lesson in course.lessons
        if why_not_offered(study, course, lesson, progress) is None
    ]


def _progress_of_required(study: Study) -> dict[str, Progress]:
    """Progress of the lessons on which another's offer depends: few, where there are thousands of cards in decks."""
    required: list[LessonEntry] = []
    for course in study.catalog.courses:
        slugs = {slug for lesson in course.lessons for slug in lesson.requires}
        required += [lesson for lesson in course.lessons if lesson.slug in slugs]
    keys = [lesson_key(lesson.course, lesson.slug) for lesson in required]
    return _progress(study, required, study.store.lesson_progress(keys)) if required else {}


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
