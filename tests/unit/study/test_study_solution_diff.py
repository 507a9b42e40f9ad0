"""A file beside the solution: nothing of either is left out."""

from hypothesis import given
from hypothesis import strategies as st

from quizterm.study.solution_diff import diff_rows

TEXTS = st.lists(st.sampled_from(["a", "b", "  c", ""]), max_size=12).map("\n".join)


@given(mine=TEXTS, theirs=TEXTS)
def test_each_side_is_there_whole_and_in_order(mine: str, theirs: str) -> None:
    rows = diff_rows(mine, theirs)
    for side, text in ((0, mine), (1, theirs)):
        assert [row[side] for row in rows if row[side] is not None] == list(enumerate(text.splitlines(), start=1))
    for row in rows:
        if row.same:
            assert row.mine is not None
            assert row.theirs is not None
            assert row.mine[1] == row.theirs[1]


def test_a_change_stands_beside_what_it_replaces() -> None:
    mine = "def f():\n    x.grad = 1\n    return x\n"
    theirs = "def f():\n    x.grad += 1\n    y = 2\n    return x\n"
    assert [(row.mine and row.mine[0], row.theirs and row.theirs[0], row.same) for row in diff_rows(mine, theirs)] == [
        (1, 1, True),
        (2, 2, False),
        (None, 3, False),
        (3, 4, True),
    ]
