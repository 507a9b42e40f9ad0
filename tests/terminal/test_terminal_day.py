"""A first day in a real terminal, and in tmux: new cards, the end of the sitting, the day's exercise, Today again."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.grading.exercise_check import load_exercise
from quizterm.study.review import Review
from quizterm.study.session import open_study
from tests.support.pseudo_terminal import PseudoTerminal
from tests.terminal.conftest import NOW

SLUG = "hand-backprop"  # the first of the course
QUIZTERM = (sys.executable, "-m", "quizterm")
Open = Callable[..., PseudoTerminal]


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[tuple[str, ...]]:
    """The words that run a program in a tmux of its own, which does not outlive the test."""
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux here")
    server = ("tmux", "-u", "-S", str(tmp_path / "tmux"), "-f", "/dev/null")
    yield (*server, "new-session", "--")
    subprocess.run([*server, "kill-server"], capture_output=True)


def play_a_day(words: Sequence[str], home: Path, folder: Path) -> PseudoTerminal:
    """From the first screen to the end of the program; returns the terminal as it was left."""
    (home / "settings.toml").write_text("new_cards_a_day = 2\nlearning_steps = []\n")
    (folder / "solution.py").write_text(load_exercise(paths.exercises_folder() / SLUG).solution)
    editor = folder / "editor"
    editor.write_text(f'#!/bin/sh\ncp "{folder}/solution.py" "$1"\n')
    editor.chmod(0o755)
    of_the_machine = {name: value for name, value in os.environ.items() if name not in ("TERM", "COLORTERM", "TMUX")}
    seen = {**of_the_machine, "QUIZTERM_HOME": str(home), "QUIZTERM_NOW": NOW, "TZ": "UTC", "EDITOR": str(editor)}
    with PseudoTerminal(words, seen, columns=100, rows=32) as terminal:
        terminal.wait_for("2 new cards, 1 new exercise")
        terminal.send("\r")
        for number in range(2):
            with open_study() as study:
                question = Review(study).question
            assert question is not None
            terminal.wait_for(question.card.title)
            terminal.send(" ")
            terminal.wait_for("Again")
            terminal.send("34"[number])
        terminal.wait_until(lambda screen: SLUG in screen.text and "Again" in screen.text, "the end of the sitting")
        terminal.send("\r")
        terminal.wait_for("The starter is written")
        terminal.send("e")
        terminal.wait_until(lambda screen: "import math" in screen.text, "what the editor wrote")
        terminal.send("r")
        terminal.wait_for("✓ Passed")
        terminal.send("q")
        terminal.wait_until(lambda screen: "✓ Passed" not in screen.text, "the way back")
        terminal.send("q")
        terminal.wait_for("Done for today")
        terminal.send("q")
        assert terminal.wait_for_end() == 0
        return terminal


def assert_the_day_is_stored() -> None:
    with open_study() as study:
        answered = study.store.answered_today(study.now().day)
    assert answered.answers == (2, 1)


def test_a_whole_day_is_played_with_the_keyboard(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIZTERM_NOW", NOW)
    terminal = play_a_day(QUIZTERM, home, tmp_path)
    assert not terminal.screen.alternate
    assert_the_day_is_stored()


def test_a_whole_day_is_played_in_tmux(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmux: tuple[str, ...]
) -> None:
    monkeypatch.setenv("QUIZTERM_NOW", NOW)
    play_a_day((*tmux, *QUIZTERM), home, tmp_path)
    assert_the_day_is_stored()
