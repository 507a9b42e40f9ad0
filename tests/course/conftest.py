from collections.abc import Iterator
from pathlib import Path

import pytest

from quizterm.grading.runner import Grader

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    """One referee for all exercises: starting one costs more than hundreds of gradings.

    What bugs do is shared with the other processes of this run, which have the folder above in common.
    """
    with Grader(cache=tmp_path_factory.getbasetemp().parent / "bugs") as running:
        yield running
