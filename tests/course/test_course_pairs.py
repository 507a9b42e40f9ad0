"""Two bugs at once: how often both are named, one of them, none, or a wrong one."""

import ast
import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizterm.grading.edits import EditError, apply_edits
from quizterm.grading.exercise import Bug, Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader

EXERCISES = Path(__file__).parents[2] / "exercises"
MOST_WRONG = 0.02


def compatible_pairs(exercise: Exercise) -> Iterator[tuple[Bug, Bug, str]]:
    """Pairs of bugs whose edits touch different places, with the solution that has both."""
    for first, second in itertools.combinations(exercise.bugs, 2):
        try:
            source = apply_edits(exercise.solution, (*first.edits, *second.edits), exercise.names)
            ast.parse(source)
        except (EditError, SyntaxError):
            continue
        yield first, second, source


@pytest.mark.parametrize(
    ("slug", "least_both"),
    [("engine", 0.6), pytest.param("adam", 0.3, marks=pytest.mark.slow)],
)
def test_pairs_of_bugs(grader: Grader, slug: str, least_both: float) -> None:
    exercise = load_exercise(EXERCISES / slug)
    told: Counter[str] = Counter()
    for first, second, source in compatible_pairs(exercise):
        report = grader.grade(exercise, source, seed=0)
        assert not report.passed, (first.id, second.id)
        diagnosis = report.diagnosis
        named = set() if diagnosis is None or diagnosis.bug is None else {diagnosis.bug, *diagnosis.also}
        pair = {first.id, second.id}
        told["both" if named == pair else "none" if not named else "one" if named < pair else "wrong"] += 1
    print(f"{slug}: {dict(told)} of {told.total()} pairs")
    assert told["wrong"] < MOST_WRONG * told.total(), told
    assert told["both"] >= least_both * told.total(), told
