"""What a continued app does with the terminal, and when."""

import asyncio
import signal
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual.app import App

from quizterm.tui.continued import come_back_when_continued


@pytest.fixture
def done() -> Iterator[list[str]]:
    """What is done at SIGCONT, Textual's part included."""
    done: list[str] = []
    before = signal.signal(signal.SIGCONT, lambda *_: done.append("take"))
    yield done
    signal.signal(signal.SIGCONT, before)


def _app(done: list[str], *, is_running: bool = True, is_given_back: bool = False) -> App[None]:
    driver = SimpleNamespace(
        _auto_restart=True,
        _must_signal_resume=is_given_back,
        suspend_application_mode=lambda: done.append("give back"),
    )
    app: Any = SimpleNamespace(_driver=driver, is_running=is_running, refresh=lambda **_: done.append("draw"))
    return cast("App[None]", app)


async def _continue_twice(app: App[None], done: list[str]) -> list[str]:
    """What is done at once; the rest a turn of the loop later."""
    come_back_when_continued(app)
    signal.raise_signal(signal.SIGCONT)
    signal.raise_signal(signal.SIGCONT)
    at_once = done[:]
    await asyncio.sleep(0)
    return at_once


def test_the_terminal_is_taken_anew_once_and_not_within_something_else(done: list[str]) -> None:
    assert asyncio.run(_continue_twice(_app(done), done)) == []
    assert done == ["give back", "take", "draw"]


def test_a_terminal_that_was_given_back_is_only_taken(done: list[str]) -> None:
    asyncio.run(_continue_twice(_app(done, is_given_back=True), done))
    assert done == ["take", "draw"]


def test_at_its_end_an_app_takes_no_terminal(done: list[str]) -> None:
    asyncio.run(_continue_twice(_app(done, is_running=False), done))
    signal.raise_signal(signal.SIGCONT)  # its loop runs no more
    assert done == []
