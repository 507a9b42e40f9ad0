"""Lines of text, each one line, whatever it holds."""

from hypothesis import given
from hypothesis import strategies as st

from quizterm.cli.text import lettered, numbered, one_line


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1


def test_one_line_keeps_spaces() -> None:
    assert one_line("/my  decks/a\nb") == "/my  decks/a b"


def test_lists_have_letters_or_numbers() -> None:
    assert lettered(["one", "two\nlines"]) == "  a. one\n  b. two lines"
    assert numbered(["one", "two"]) == "  1. one\n  2. two"
