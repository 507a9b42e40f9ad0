"""`...` matches what doctest says it matches."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.course import ellipsis

pieces = st.lists(st.sampled_from(["...", "a", "b", "ab", "\n", " "]), max_size=8).map("".join)


@given(pieces, pieces)
def test_doctest_agrees(pattern: str, text: str) -> None:
    theirs = doctest.OutputChecker().check_output(f"{pattern}|\n", f"{text}|\n", doctest.ELLIPSIS)
    assert ellipsis.matches(f"{pattern}|\n", f"{text}|\n") is theirs


@pytest.mark.parametrize(("pattern", "text"), [("", ""), ("...", ""), ("...", "a\nb"), ("a...a", "aa")])
def test_it_stands_for_anything(pattern: str, text: str) -> None:
    assert ellipsis.matches(pattern, text)


@pytest.mark.parametrize(("pattern", "text"), [("", "a"), ("a...a", "a"), ("a...b...c", "acb")])
def test_the_rest_must_be_there_in_order(pattern: str, text: str) -> None:
    assert not ellipsis.matches(pattern, text)
