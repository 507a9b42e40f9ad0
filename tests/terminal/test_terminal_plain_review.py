"""The plain review in a real terminal: lines only, echo and line editing as the terminal does them."""

import signal
from collections.abc import Callable
from pathlib import Path

from tests.support.pseudo_terminal import PseudoTerminal

Open = Callable[..., PseudoTerminal]


def test_lines_only_and_no_escape_codes(open_terminal: Open, lessons_folder: Path) -> None:
    terminal = open_terminal(
        "--content", str(lessons_folder), "review", "--lesson", "counting", "--plain", "--limit", "2"
    )
    for number in (1, 2):
        terminal.wait_for(f"What comes after {number}?")
        terminal.send("\n")
        terminal.wait_for(f"That is {number + 1}.")
        terminal.send("3\n")
    assert terminal.wait_for_end() == 0
    terminal.wait_for("2 answers: 0 again, 0 hard, 2 good, 0 easy", patience=0)
    assert "\x1b" not in terminal.transcript
    assert terminal.modes_now == terminal.modes_before


def test_the_end_of_input_key_ends_with_zero(open_terminal: Open) -> None:
    terminal = open_terminal("review", "--plain")
    terminal.wait_for("an empty line shows the answer:")
    terminal.send("\x04")
    assert terminal.wait_for_end() == 0
    assert "No answers this time" in terminal.screen.text


def test_an_interrupt_ends_quietly(open_terminal: Open) -> None:
    terminal = open_terminal("review", "--plain")
    terminal.wait_for("an empty line shows the answer:")
    terminal.send("\x03")
    assert terminal.wait_for_end() == 128 + signal.SIGINT
    assert "Traceback" not in terminal.transcript


def test_a_terminal_that_cannot_draw_is_asked_line_by_line(open_terminal: Open) -> None:
    terminal = open_terminal("review", TERM="dumb")
    terminal.wait_for("an empty line shows the answer:")
    assert "\x1b" not in terminal.transcript
