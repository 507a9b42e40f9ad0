"""Text that a terminal would obey is shown instead."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from quizterm.cli.text import lettered, numbered, one_line, printable

OBEYED = {"Cc", "Cs"}
REORDERING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(st.characters()))
def test_no_control_character_survives(text: str) -> None:
    for character in printable(text):
        assert character in "\n\t" or unicodedata.category(character) not in OBEYED
        assert unicodedata.bidirectional(character) not in REORDERING


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])))
def test_other_text_stays_as_it_is(text: str) -> None:
    plain = text.replace("\u200e", "").replace("\u200f", "").replace("\u061c", "")
    assert printable(plain) == plain


def test_what_is_hidden_is_written_out() -> None:
    assert printable("a\x1b[31mb\x00\x7f\x9b\u202e") == "a␛[31mb␀␡\\x9b\\u202e"


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1


def test_one_line_keeps_spaces() -> None:
    assert one_line("/my  decks/a\nb") == "/my  decks/a b"


def test_lists_have_letters_or_numbers() -> None:
    assert lettered(["one", "two\nlines"]) == "  a. one\n  b. two lines"
    assert numbered(["one", "two"]) == "  1. one\n  2. two"
