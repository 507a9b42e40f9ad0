"""The gate between two phases: a little of everything the phase taught. It decides only what Today proposes."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quizterm import paths
from quizterm.course.model import Course, LessonEntry
from quizterm.errors import ExerciseError
from quizterm.store.rows import exercise_key
from quizterm.study.session import Study, lesson_key
from quizterm.study.words import count_text

GATE_CARDS = 8


@dataclass(frozen=True, slots=True)
class Gate:
    """What is still missing before the phase after `phase` is offered."""

    phase: str
    cards: int  # to be answered once
    exercise: bool  # whether one has to be passed
    repair: bool

    @property
    def is_passed(self) -> bool:
        return self.cards == 0 and not self.exercise and not self.repair

    def __str__(self) -> str:
        parts = [count_text(self.cards, "card") + " to answer"] if self.cards else []
        parts += ["an exercise to pass"] if self.exercise else []
        parts += ["a repair to pass"] if self.repair else []
        return f"the gate of {self.phase} ({', '.join(parts)})"


def gate_before(study: Study, course: Course, phase: str) -> Gate | None:
    """The gate that leads to a phase; None for a phase that has none."""
    if phase not in course.gated_phases:
        return None
    before = course.phases[course.phases.index(phase) - 1]
    lessons = [lesson for lesson in course.lessons if lesson.phase == before]
    progress = study.store.lesson_progress([lesson_key(course.slug, lesson.slug) for lesson in lessons]).values()
    total, done = sum(lesson.total for lesson in progress), sum(lesson.answered for lesson in progress)
    repairs, builds = _exercises(lessons)
    return Gate(
        phase=before,
        cards=max(0, min(GATE_CARDS, total) - done),
        exercise=bool(builds) and not any(_was_passed(study, slug) for slug in builds),
        repair=bool(repairs) and not any(_was_passed(study, slug) for slug in repairs),
    )


def _exercises(lessons: list[LessonEntry]) -> tuple[list[str], list[str]]:
    """Repairs, and exercises that build something."""
    slugs = [slug for lesson in lessons for slug in lesson.exercises]
    kinds = {slug: _is_repair(paths.exercises_folder() / slug) for slug in slugs}
    return [slug for slug in slugs if kinds[slug]], [slug for slug in slugs if kinds[slug] is False]


@cache
def _is_repair(folder: Path) -> bool | None:
    """What kind of exercise a folder holds; None for a broken one, which `check` shows and which must not close a gate.

    Kept, since each new card asks for the gates.
    """
    from quizterm.grading.exercise_check import (
        load_exercise,  # with all of Python's syntax tree, which reviews need not
    )

    try:
        return load_exercise(folder).repair
    except ExerciseError:
        return None


def _was_passed(study: Study, slug: str) -> bool:
    from quizterm.study.attempt_detail import read_detail  # as above

    item = study.store.item_by_key(exercise_key(slug))
    attempts = study.store.attempts(item.id) if item is not None else []
    return any(read_detail(attempt).passed for attempt in attempts)
