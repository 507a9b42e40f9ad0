"""Text that a terminal would obey is shown instead."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from quizterm.visible import visible

OBEYED = {"Cc", "Cs"}
REORDERING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(st.characters()))
def test_no_control_character_survives(text: str) -> None:
    for character in visible(text):
        assert character in "\n\t" or unicodedata.category(character) not in OBEYED
        assert unicodedata.bidirectional(character) not in REORDERING


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])))
def test_other_text_stays_as_it_is(text: str) -> None:
    plain = text.replace("\u200e", "").replace("\u200f", "").replace("\u061c", "")
    assert visible(plain) == plain


def test_what_is_hidden_is_written_out() -> None:
    assert visible("a\x1b[31mb\x00\x7f\x9b\u202e") == "a␛[31mb␀␡\\x9b\\u202e"
