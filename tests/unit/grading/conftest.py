from collections.abc import Iterator
from pathlib import Path

import pytest

from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader

EXERCISES = Path(__file__).parents[3] / "exercises"


@pytest.fixture(scope="session")
def engine() -> Exercise:
    return load_exercise(EXERCISES / "engine")


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    """One referee for all tests: starting one costs more than hundreds of gradings."""
    with Grader(cache=tmp_path_factory.mktemp("bugs")) as running:
        yield running
