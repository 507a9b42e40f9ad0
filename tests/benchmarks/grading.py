"""Time of a verdict."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from quizterm import paths
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader
from tests.benchmarks.times import Times, median, run

COLD_RUNS = 5
WARM_RUNS = 50
PAUSE = 0.1  # seconds between submissions; a learner takes longer
QUIZTERM = [sys.executable, "-m", "quizterm"]


def measure_grading(folder: Path) -> dict[str, Times]:
    """Of `quizterm grade engine` on a wrong solution, from the start of the process to its end, and of a warm referee
    on a right one.

    The first time no outcome of a bug is remembered; later times they are.
    """
    bugs = folder / "bugs"
    run([*QUIZTERM, "bugs", "engine", "--out", str(bugs)], os.environ)
    words = [*QUIZTERM, "grade", "engine", str(min(bugs.glob("*.py"))), "--seed", "1"]
    first = run(words, os.environ, expected=1)
    with Grader() as grader:
        warm = median(_verdicts(grader, load_exercise(paths.exercises_folder() / "engine")))
    return {
        "verdict of engine, warm": warm,
        "grade engine, first time": first,
        "grade engine, cold": median(run(words, os.environ, expected=1) for _ in range(COLD_RUNS)),
    }


def _verdicts(grader: Grader, exercise: Exercise) -> Iterator[Times]:
    """From the request to the report, the referee's side of it included; the first one is not counted."""
    grader.grade(exercise, exercise.solution, seed=1)
    for _ in range(WARM_RUNS):
        time.sleep(PAUSE)
        started = time.perf_counter()
        if not grader.grade(exercise, exercise.solution, seed=1).passed:
            raise RuntimeError("the solution of engine does not pass")
        yield Times((time.perf_counter() - started) * 1000)
