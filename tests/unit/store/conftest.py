from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from store_helpers import COURSE

from quizterm.store.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "quizterm.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A new store of the small course."""
    with Store.open(path, machine_random=Random(1)) as opened:
        opened.sync(COURSE, "course")
        yield opened
