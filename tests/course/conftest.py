from collections.abc import Iterator
from pathlib import Path

import pytest

from quizterm.grading.runner import Grader

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    """One referee for all exercises: starting one costs more than hundreds of gradings."""
    with Grader(cache=tmp_path_factory.mktemp("bugs")) as running:
        yield running
