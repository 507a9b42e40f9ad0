"""The blanks of a cloze question."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.course.cloze import Blank, Text, split_cloze


@pytest.mark.parametrize(
    ("question", "blanks"),
    [
        ("no blank", []),
        ("{{a}} and {{ b }}", [Blank("a", False), Blank("b", False)]),
        ("`x.{{grad}}` {{leaf}}", [Blank("grad", True), Blank("leaf", False)]),
        ("{{`x.grad`}}", [Blank("x.grad", True)]),
        ("``a ` {{b}}`` {{c}} ` d", [Blank("b", True), Blank("c", False)]),
        ("` open {{a}}\n\n{{b}} ` still", [Blank("a", False), Blank("b", False)]),
        (r"\` {{a}} `", [Blank("a", False)]),
        ("`f'{{{x}}}'`", [Blank("{x}", True)]),
        ("```python\n{{a}}\n```\n{{b}}\n~~~\n{{c}}", [Blank("b", False)]),
        ("{{a\nb}} {{c}}", [Blank("c", False)]),
        ("{{}}", [Blank("", False)]),
        ("{{a", []),
    ],
)
def test_blanks_are_in_text_and_inline_code_but_not_in_fences(question: str, blanks: list[Blank]) -> None:
    assert [piece for piece in split_cloze(question) if isinstance(piece, Blank)] == blanks


PIECES = ["{{", "}}", "`", "``", "```", "~~~", "\n", "\n\n", " ", "a", "b{", "}", "\\"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_the_text_between_blanks_is_kept(question: str) -> None:
    pieces = split_cloze(question)
    pattern = "".join(re.escape(piece.text) if isinstance(piece, Text) else r"\{\{.*\}\}" for piece in pieces)
    assert re.fullmatch(pattern, question)
    assert all(piece.text for piece in pieces if isinstance(piece, Text))
