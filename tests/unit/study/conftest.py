"""A small course of two lessons, and a clock that moves only when told."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.study.session import Study, open_study

START = datetime.fromisoformat("2026-03-10T09:00:00+00:00")

COURSE = """
title = "Small course"
slug = "small"
phases = ["One"]

[[lesson]]
file = "01-first.md"
slug = "first"
phase = "One"
requires = []
minutes = 5
exercises = []

[[lesson]]
file = "02-second.md"
slug = "second"
phase = "One"
requires = ["first"]
minutes = 5
exercises = []
"""


class StillClock:
    """A clock that moves only when told."""

    def __init__(self, start: datetime) -> None:
        self.ms = round(start.timestamp() * 1000)

    def now_ms(self) -> int:
        return self.ms

    def move(self, *, minutes: float = 0, hours: float = 0, days: float = 0) -> None:
        self.ms += round(((days * 24 + hours) * 60 + minutes) * 60_000)


def card_text(name: str, section: str = "ideas") -> str:
    return (
        f"### Card {name}\n<!-- card {name} kind=recall section={section} -->\nWhat is {name}?\n\n---\n\n"
        f"It is {name}.\n\n#### Key points\n- one\n- two\n- three\n\n"
    )


def lesson_text(title: str, names: list[str]) -> str:
    cards = "".join(card_text(name, "ideas" if index % 2 == 0 else "practice") for index, name in enumerate(names))
    return f"# {title}\n\n## Ideas\n\nText.\n\n## Practice\n\nMore text.\n\n## Recall\n\n{cards}"


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def clock() -> StillClock:
    return StillClock(START)


@pytest.fixture
def course_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small course, as all that is shipped."""
    shipped = tmp_path / "shipped"
    course = shipped / "content" / "small"
    course.mkdir(parents=True)
    (shipped / "exercises").mkdir()
    (course / "course.toml").write_text(COURSE)
    (course / "01-first.md").write_text(lesson_text("First", ["a1", "a2", "a3", "a4", "a5"]))
    (course / "02-second.md").write_text(lesson_text("Second", ["b1", "b2", "b3"]))
    monkeypatch.setattr(paths, "content_folder", lambda: shipped / "content")
    monkeypatch.setattr(paths, "exercises_folder", lambda: shipped / "exercises")
    return course


@pytest.fixture
def reopen(course_folder: Path, clock: StillClock) -> Iterator[Callable[[], Study]]:
    """Open quizterm again, as a new process would; what was open is closed at the end."""
    opened: list[Study] = []

    def open_again() -> Study:
        for study in opened:
            study.close()
        opened.clear()
        opened.append(open_study(clock=clock))
        return opened[-1]

    yield open_again
    for study in opened:
        study.close()


@pytest.fixture
def study(reopen: Callable[[], Study]) -> Study:
    return reopen()
