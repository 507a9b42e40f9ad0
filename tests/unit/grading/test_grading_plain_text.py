import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.grading.plain_text import one_line, plain_text


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]52;c;aGk=\x07copied", "copied"),
        ("\x1b]0;title\x1b\\text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bP1$r\x1b\\q", "q"),
        ("\x1b]never ended", ""),
        ("\x1bcreset", "reset"),
        ("bell\x07 back\x08 null\x00", "bell back null"),
        ("c1 \x9b31m", "c1 31m"),
        ("a\r\nb\rc", "a\nbc"),
        ("left\u202eto right", "leftto right"),
        ("tab\tnewline\n", "tab\tnewline\n"),
        ("ümlaut 日本 🙂", "ümlaut 日本 🙂"),
    ],
)
def test_what_is_left(text: str, safe: str) -> None:
    assert plain_text(text) == safe


@given(st.text(alphabet=st.sampled_from("\x1b[]mP\\;07\x07\x9b\x9d\r\na\u202e\ud800")))
def test_no_control_character_survives(text: str) -> None:
    left = plain_text(text)
    assert all(unicodedata.category(letter) not in ("Cc", "Cf", "Cs") or letter in "\t\n" for letter in left)
    assert plain_text(left) == left


@given(st.text(), st.integers(1, 50))
def test_one_line_is_one_short_line(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert "\n" not in line


def test_every_mark_that_reorders_text_is_taken_out() -> None:
    marks = "\u061c\u200e\u200f\u202a\u202e\u2066\u2069"
    assert plain_text(f"a{marks}b") == "ab"
