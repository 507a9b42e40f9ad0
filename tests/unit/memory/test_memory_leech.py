"""When an answer makes a leech: at the threshold, then each time half as many lapses have come on top."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.memory.leech import becomes_leech


@pytest.mark.parametrize(
    ("threshold", "leech_at"),
    [(8, [8, 12, 16, 20, 24]), (5, [5, 7, 9, 11, 13, 15, 17, 19, 21, 23]), (1, list(range(1, 25))), (0, []), (99, [])],
)
def test_the_lapses_that_make_a_leech(threshold: int, leech_at: list[int]) -> None:
    assert [lapses for lapses in range(1, 25) if becomes_leech(lapses - 1, lapses, threshold)] == leech_at


@given(st.integers(0, 99), st.integers(0, 99))
def test_an_answer_that_is_no_lapse_makes_none(lapses: int, threshold: int) -> None:
    assert not becomes_leech(lapses, lapses, threshold)
