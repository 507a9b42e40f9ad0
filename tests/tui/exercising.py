"""A course whose first lesson has exercises, and the app at one of them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.study.session import Study, open_study
from tests.tui.conftest import StillClock

EXERCISES = ("engine", "zero-grads")


@contextmanager
def exercising_study(folder: Path, monkeypatch: pytest.MonkeyPatch, clock: StillClock) -> Iterator[Study]:
    """The lessons of these tests, with shipped exercises in the first of them."""
    shipped = folder / "content"
    shutil.copytree(Path(__file__).parent / "course", shipped)
    toml = shipped / "kinds" / "course.toml"
    listed = ", ".join(f'"{slug}"' for slug in EXERCISES)
    toml.write_text(toml.read_text().replace("exercises = []", f"exercises = [{listed}]", 1))
    monkeypatch.setattr(paths, "content_folder", lambda: shipped)
    with open_study(clock=clock) as study:
        yield study
