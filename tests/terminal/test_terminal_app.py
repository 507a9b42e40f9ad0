"""The app in a real terminal, driven by keys: it opens, plays cards, stores each grade, restores the terminal."""

import json
import re
import signal
import sqlite3
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

from quizterm.study.review import Review
from quizterm.study.session import open_study
from tests.support.pseudo_terminal import PseudoTerminal

Open = Callable[..., PseudoTerminal]


def reviews_stored(home: Path) -> int:
    """The answers in the database, as another process sees them."""
    done = subprocess.run(
        [sys.executable, "-m", "quizterm", "stats", "--json"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return int(json.loads(done.stdout)["reviews"])


def assert_restored(terminal: PseudoTerminal) -> None:
    """The terminal is as the program found it: main screen, cursor, line settings, no mouse or paste reports."""
    assert terminal.modes_now == terminal.modes_before
    assert terminal.modes_now[3] & termios.ECHO
    assert not terminal.screen.alternate
    assert terminal.screen.cursor_shown
    assert not terminal.screen.modes & {"1000", "1002", "1003", "1006", "1015", "2004"}


def test_the_app_opens_at_today_and_q_leaves_the_terminal_as_it_was(open_terminal: Open) -> None:
    terminal = open_terminal()
    terminal.wait_for("10 March 2026")
    terminal.wait_for("Start the review")
    assert terminal.screen.alternate
    terminal.send("q")
    assert terminal.wait_for_end() == 0
    assert_restored(terminal)


def test_review_begins_with_a_card(open_terminal: Open) -> None:
    terminal = open_terminal("review")
    with open_study() as study:
        question = Review(study).question
    assert question is not None
    terminal.wait_for(question.card.title)


def test_twenty_cards_are_played_with_the_keyboard_alone(open_terminal: Open, lessons_folder: Path, home: Path) -> None:
    (home / "settings.toml").write_text(f'new_cards_a_day = 20\nlearning_steps = []\ndecks = ["{lessons_folder}"]\n')
    terminal = open_terminal("review", "--lesson", "counting")
    for number in range(1, 21):
        terminal.wait_for(f"What comes after {number}?")
        terminal.send(" ")
        terminal.wait_for(f"That is {number + 1}.")
        terminal.send("34"[number % 2])
    terminal.wait_until(lambda screen: "What comes after" not in screen.text, "the end of the sitting")
    terminal.send("q")
    terminal.wait_for("Tomorrow")
    terminal.send("q")
    assert terminal.wait_for_end() == 0
    assert_restored(terminal)
    assert reviews_stored(home) == 20


@pytest.mark.parametrize("killed_after", [1, 3])
def test_a_kill_after_a_grade_loses_nothing(
    killed_after: int, open_terminal: Open, lessons_folder: Path, home: Path
) -> None:
    terminal = open_terminal("--content", str(lessons_folder), "review", "--lesson", "counting")
    for number in range(1, killed_after + 1):
        terminal.wait_for(f"What comes after {number}?")
        terminal.send(" ")
        terminal.wait_for(f"That is {number + 1}.")
        terminal.send("4")
    terminal.wait_for(f"What comes after {killed_after + 1}?")
    terminal.kill()
    assert reviews_stored(home) == killed_after
    with sqlite3.connect(home / "quizterm.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    again = open_terminal("--content", str(lessons_folder), "review", "--lesson", "counting")
    again.wait_for(f"What comes after {killed_after + 1}?")


def test_a_grade_is_undone_after_a_restart(open_terminal: Open, lessons_folder: Path, home: Path) -> None:
    words = ("--content", str(lessons_folder), "review", "--lesson", "counting")
    first = open_terminal(*words)
    first.wait_for("What comes after 1?")
    first.send(" ")
    first.wait_for("That is 2.")
    first.send("4")
    first.wait_for("What comes after 2?")
    first.kill()
    second = open_terminal(*words)
    second.wait_for("What comes after 2?")
    second.send("u")
    second.wait_for("What comes after 1?")
    second.kill()
    assert reviews_stored(home) == 0


def test_ctrl_c_does_not_leave_a_broken_terminal(open_terminal: Open) -> None:
    terminal = open_terminal()
    terminal.wait_for("Start the review")
    terminal.send("\x03")
    terminal.send("q")
    terminal.wait_for_end()
    assert_restored(terminal)


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24), (50, 20)])
def test_the_question_fits_every_window(columns: int, rows: int, open_terminal: Open, lessons_folder: Path) -> None:
    terminal = open_terminal(
        "--content", str(lessons_folder), "review", "--lesson", "counting", columns=columns, rows=rows
    )
    terminal.wait_for("What comes after 1?")
    terminal.send(" ")
    terminal.wait_for("That is 2.")
    terminal.wait_until(
        lambda screen: bool(re.search(r"Again.*Hard.*Good.*Easy", screen.text, re.DOTALL)), "the grades"
    )


def test_a_resized_window_is_drawn_anew(open_terminal: Open) -> None:
    terminal = open_terminal()
    terminal.wait_for("Start the review")
    terminal.resize(60, 18)
    terminal.process.send_signal(signal.SIGWINCH)
    terminal.wait_for("Start the review")


def test_what_was_stopped_unheard_is_drawn_anew_when_it_goes_on(open_terminal: Open) -> None:
    terminal = open_terminal()
    terminal.wait_for("Start the review")
    terminal.stop()
    terminal.go_on()
    terminal.wait_for("Start the review")
    assert terminal.screen.alternate
    terminal.send("l")
    terminal.wait_for("Lessons")
    terminal.send("qq")
    assert terminal.wait_for_end() == 0
    assert_restored(terminal)


def test_an_error_before_the_app_leaves_the_terminal_alone(open_terminal: Open, home: Path) -> None:
    (home / "settings.toml").write_text("new_cards_a_day = -1\n")
    terminal = open_terminal(columns=200)
    assert terminal.wait_for_end() == 2
    assert terminal.screen.text.startswith("quizterm: ")
    assert "new_cards_a_day" in terminal.screen.text
    assert_restored(terminal)


def test_a_terminal_that_cannot_draw_gets_the_plan_as_text(open_terminal: Open) -> None:
    terminal = open_terminal(TERM="dumb")
    assert terminal.wait_for_end() == 0
    assert terminal.screen.text.startswith("Tuesday, 10 March 2026")
    assert "\x1b" not in terminal.transcript
