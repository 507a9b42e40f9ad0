"""How far the learner has come: the phases of the courses, and the answers of a year."""

from dataclasses import dataclass

from quizterm.study.session import Study, lesson_key

YEAR_DAYS = 371  # 53 whole weeks


@dataclass(frozen=True, slots=True)
class PhaseProgress:
    """The cards of one phase."""

    title: str  # plain text
    cards: int
    answered: int  # at least once


def phases(study: Study) -> tuple[PhaseProgress, ...]:
    """Every phase of every course that has phases, in course order."""
    known = study.store.lesson_progress()
    found: dict[tuple[str, str], PhaseProgress] = {}
    for course in study.catalog.courses:
        for lesson in course.lessons:
            progress = known.get(lesson_key(course.slug, lesson.slug))
            if lesson.phase and progress is not None:
                before = found.get((course.slug, lesson.phase), PhaseProgress(lesson.phase, 0, 0))
                found[course.slug, lesson.phase] = PhaseProgress(
                    lesson.phase, before.cards + progress.total, before.answered + progress.answered
                )
    return tuple(found.values())


def year(study: Study) -> list[int]:
    """Answers to cards on each study day of a year, today last; those that were undone are left out."""
    today = study.now().day
    counts = study.store.answers_by_day(today - YEAR_DAYS + 1)
    return [counts.get(day, 0) for day in range(today - YEAR_DAYS + 1, today + 1)]
