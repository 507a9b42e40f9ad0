"""A conversation in lines."""

import io
import os
import pty

import pytest

from quizterm.cli.lines import EndOfInputError, Lines
from quizterm.errors import UsageError


def test_a_prompt_is_flushed_before_the_line_is_awaited() -> None:
    seen = []

    class Target(io.StringIO):
        def flush(self) -> None:
            seen.append(self.getvalue())

    lines = Lines(io.StringIO("yes\n"), Target())
    assert lines.ask("Sure?") == "yes"
    assert seen == ["Sure? "]


def test_in_a_pipe_the_answer_does_not_stand_in_the_prompts_line() -> None:
    target = io.StringIO()
    Lines(io.StringIO("yes\n"), target).ask("Sure?")
    assert target.getvalue() == "Sure? \n"


def test_a_terminal_has_echoed_the_line_already() -> None:
    target = io.StringIO()
    keyboard, terminal = pty.openpty()
    os.write(keyboard, b"yes\n")
    with os.fdopen(terminal, encoding="utf-8") as source:
        assert Lines(source, target).ask("Sure?") == "yes"
    os.close(keyboard)
    assert target.getvalue() == "Sure? "


@pytest.mark.parametrize(("written", "read"), [("a b\n", "a b"), (" a\r\n", " a"), ("a", "a"), ("\n", "")])
def test_a_line_comes_without_its_ending(written: str, read: str) -> None:
    assert Lines(io.StringIO(written), io.StringIO()).ask("?") == read


def test_the_end_of_the_input_is_told() -> None:
    lines = Lines(io.StringIO("a\n"), io.StringIO())
    lines.ask("?")
    with pytest.raises(EndOfInputError):
        lines.ask("?")


def test_what_a_terminal_would_obey_is_shown() -> None:
    target = io.StringIO()
    lines = Lines(io.StringIO("x\n"), target)
    lines.say("a\x1b[2Jb")
    lines.ask("c\x07")
    assert target.getvalue() == "a␛[2Jb\nc␇ \n"


def test_a_line_without_an_end_is_refused_before_it_fills_the_memory() -> None:
    class Endless(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            assert size is not None
            assert size > 0
            return "0" * size

    with pytest.raises(UsageError, match="standard input"):
        Lines(Endless(), io.StringIO()).ask("Sure?")
