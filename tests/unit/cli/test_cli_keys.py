"""Single keys from a terminal."""

import os
import pty
import termios
from collections.abc import Callable, Iterator

import pytest

from quizterm.cli.keys import ESCAPE, single_keys


@pytest.fixture
def keyboard() -> Iterator[tuple[Callable[[bytes], object], Callable[[], str]]]:
    """What types at a terminal, and what reads its keys."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with os.fdopen(theirs, encoding="utf-8") as source:
        with single_keys(source) as read_key:
            yield lambda keys: os.write(ours, keys), read_key
        assert termios.tcgetattr(source.fileno()) == before
    os.close(ours)


def test_keys_come_one_by_one_without_enter(keyboard) -> None:
    type_keys, read_key = keyboard
    type_keys(b"hq")
    assert [read_key(), read_key()] == ["h", "q"]


@pytest.mark.parametrize("arrow", [b"\x1b[A", b"\x1bOB", b"\x1b[1;5C", b"\x1b"])
def test_a_key_that_sends_several_characters_is_one_key(keyboard, arrow: bytes) -> None:
    type_keys, read_key = keyboard
    type_keys(arrow)
    assert read_key() == ESCAPE
    type_keys(b"q")
    assert read_key() == "q"


def test_a_letter_of_another_alphabet_is_one_key(keyboard) -> None:
    type_keys, read_key = keyboard
    type_keys("й".encode())
    assert read_key() == "й"
