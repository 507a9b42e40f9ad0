"""What an exercise builds on: the learner's last passing versions, or the shipped solutions where there are none."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from quizterm import paths
from quizterm.grading.composition import Part, compose
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.memory.events import Event
from quizterm.store.rows import exercise_key
from quizterm.study.attempt_detail import read_detail
from quizterm.study.session import Study
from quizterm.study.versions import versions

SHIPPED = "the shipped solution"


class ComposedStarter(NamedTuple):
    """The text an exercise begins with, and the slugs of the exercises whose shipped solutions it holds."""

    text: str
    shipped: tuple[str, ...]


def composed_starter(study: Study, exercise: Exercise) -> ComposedStarter:
    """The parts an exercise builds on, then its starter.

    Raises:
        ExerciseError: the folder of an exercise it builds on is faulty.
    """
    parts = [_part(study, required) for required in _required(exercise, set())]
    return ComposedStarter(
        compose(exercise.starter, parts), tuple(part.slug for part in parts if part.origin == SHIPPED)
    )


def _required(exercise: Exercise, seen: set[str]) -> Iterator[Exercise]:
    """The exercises that one builds on, each after those it builds on itself."""
    for slug in exercise.requires:
        if slug not in seen:
            seen.add(slug)
            required = load_exercise(paths.exercises_folder() / slug)
            yield from _required(required, seen)
            yield required


def _part(study: Study, exercise: Exercise) -> Part:
    source, origin = exercise.solution, SHIPPED
    item = study.store.item_by_key(exercise_key(exercise.slug))
    passed = [event for event in study.store.attempts(item.id) if read_detail(event).passed] if item else []
    if passed:
        texts = versions(exercise.slug)
        for attempt in reversed(passed):
            text = texts.get(read_detail(attempt).source)
            if text is not None:
                source, origin = text, f"your version that passed on {_date(attempt)}"
                break
    return Part(exercise.slug, source, exercise.names, origin)


def _date(attempt: Event) -> str:
    moment = datetime.fromtimestamp(attempt.at / 1000, UTC) + timedelta(minutes=attempt.offset)
    return f"{moment:%Y-%m-%d}"
