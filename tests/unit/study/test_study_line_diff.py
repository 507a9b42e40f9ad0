"""Two versions of a file: nothing of either is left out."""

from hypothesis import given
from hypothesis import strategies as st

from quizterm.study.line_diff import count_of_changes, diff_rows, unified_lines

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


def test_long_files_take_no_longer_than_their_lines_are_many() -> None:
    mine, theirs = "a\nb\n" * 100_000, "head\n" + "b\na\n" * 100_000 + "tail\n"
    rows = diff_rows(mine, theirs)
    assert [row.mine[1] for row in rows if row.mine is not None] == mine.splitlines()
    assert not any(row.same for row in rows)
    assert len(unified_lines(mine, theirs, ("one", "other"))) == 2 + 200_000 + 200_002
    changed = diff_rows(mine, mine.replace("a", "c", 1))
    assert [row.same for row in changed[:3]] == [False, True, True]


def test_equal_texts_differ_in_no_line() -> None:
    assert unified_lines("a\nb", "a\nb\n", ("one", "other")) == []


def test_docstrings_are_no_changes() -> None:
    mine = '"""What to\nwrite."""\n\ndef f(x):\n    """Here."""\n    raise NotImplementedError\n'
    theirs = '"""It is\nwritten\n\\d."""\n\ndef f(x):\n    return x\n'
    assert count_of_changes(diff_rows(mine, theirs)) == 1
    assert count_of_changes(diff_rows(mine, mine.replace("Here", "There"))) == 0
    assert count_of_changes(diff_rows(mine, theirs.replace("return x", 'return """It is"""'))) == 1


@given(mine=TEXTS, theirs=TEXTS)
def test_without_docstrings_every_row_that_differs_is_a_change(mine: str, theirs: str) -> None:
    rows = diff_rows(mine, theirs)
    assert count_of_changes(rows) == sum(not row.same for row in rows)
