from collections.abc import Iterator
from pathlib import Path

import pytest

from quizterm.grading.runner import Grader

ROOT = Path(__file__).parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one exercise form a group, so that, asked so, one process runs them and makes their cases once."""
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec") and "slug" in item.callspec.params:
            item.add_marker(pytest.mark.xdist_group(item.callspec.params["slug"]))


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    """One referee for all exercises: starting one costs more than hundreds of gradings.

    What bugs do is shared with the other processes of this run, which have the folder above in common.
    """
    with Grader(cache=tmp_path_factory.getbasetemp().parent / "bugs") as running:
        yield running
