"""All exercises, those of today before the others."""

from typing import NamedTuple

from quizterm.study.exercises import ExerciseLine, exercises
from quizterm.study.session import Study
from quizterm.study.today import plan


class ExerciseList(NamedTuple):
    """What today asks for, the due ones first, and all others in course order."""

    today: tuple[ExerciseLine, ...]
    others: tuple[ExerciseLine, ...]


def exercise_list(study: Study) -> ExerciseList:
    lines = {line.slug: line for line in exercises(study)}
    today = tuple(lines.pop(slug) for slug in plan(study).exercises)
    return ExerciseList(today, tuple(lines.values()))
