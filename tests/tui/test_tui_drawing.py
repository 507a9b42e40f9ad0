"""Pictures made of characters: what they show is there, within the width, and without colours."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from quizterm.grading.number_grid import NumberGrid
from quizterm.tui.drawing.curve import chart
from quizterm.tui.drawing.grid import grid_lines
from quizterm.tui.drawing.lanes import lanes

LOSSES = st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=60)


def plain(lines: list[Content]) -> str:
    return "\n".join(line.plain for line in lines)


def dots(lines: list[Content]) -> list[tuple[int, int]]:
    """The dots of a chart, as column and row from the top."""
    bits = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
    found = []
    for row, line in enumerate(line.plain for line in lines):
        for column, character in enumerate(character for character in line if 0x2800 <= ord(character) < 0x2900):
            found += [
                (2 * column + x, 4 * row + y)
                for y in range(4)
                for x in range(2)
                if ord(character) - 0x2800 & bits[y][x]
            ]
    return sorted(found)


@given(expected=LOSSES, got=LOSSES, width=st.integers(1, 120), height=st.integers(1, 12))
def test_any_losses_can_be_drawn(expected: list[float], got: list[float], width: int, height: int) -> None:
    lines = chart(expected, got, width, height, is_right=False)
    if any(map(math.isfinite, (*expected, *got))):
        assert len(lines) == height + 2
        assert dots(lines)
    else:
        assert "no finite losses" in plain(lines)


def test_a_falling_curve_falls_through_the_whole_picture() -> None:
    drawn = dots(chart([], [float(step) for step in range(40, 0, -1)], 48, 5, is_right=True))
    heights = [min(y for x, y in drawn if x == column) for column in sorted({x for x, _ in drawn})]
    assert heights == sorted(heights)
    assert heights[0] == 0
    assert max(y for _, y in drawn) == 19


@given(st.lists(st.floats(0.1, 1.0), min_size=2, max_size=30), st.integers(10, 60))
def test_few_losses_are_joined_and_each_is_met(losses: list[float], width: int) -> None:
    drawn = dots(chart([], losses, width, 6, is_right=True))
    columns = sorted({x for x, _ in drawn})
    assert columns == list(range(len(columns)))
    low, high = min(losses), max(losses)
    if len(losses) <= len(columns) and high > low:
        assert {0, 23} <= {y for _, y in drawn}


def test_the_scale_is_named_and_a_wide_range_is_logarithmic() -> None:
    text = plain(chart([100.0, 0.01], [100.0, 0.01], 60, 4, is_right=True))
    assert "100 ┤" in text
    assert "0.01 ┤" in text
    assert "step 1, logarithmic" in text
    assert "logarithmic" not in plain(chart([2.0, 1.0], [2.0, 1.0], 60, 4, is_right=True))


def test_the_two_curves_differ_without_colours() -> None:
    level = [1.0] * 60
    right = {x for x, _ in dots(chart(level, [], 60, 3, is_right=False))}
    yours = {x for x, _ in dots(chart([], level, 60, 3, is_right=False))}
    assert right < yours


def test_a_curve_that_became_nan_breaks_off() -> None:
    whole = dots(chart([], [1.0] * 60, 60, 3, is_right=False))
    broken = dots(chart([], [1.0] * 30 + [math.nan] * 30, 60, 3, is_right=False))
    assert max(x for x, _ in broken) < max(x for x, _ in whole) * 0.6


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    count = draw(st.integers(1, 12))
    edges = [
        (source, result)
        for result in range(1, count)
        for source in draw(st.sets(st.integers(0, result - 1), max_size=3))
    ]
    return count, edges


@given(graphs())
def test_every_node_has_a_row_results_above_inputs(graph: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = graph
    rows = lanes(count, edges)
    order = [row.node for row in rows if row.node is not None]
    assert order == list(reversed(range(count)))
    for row in rows:
        marks = [character for character in row.drawing.plain if character in "●○"]
        assert len(marks) == (row.node is not None)
        if row.node is not None:
            assert (marks == ["●"]) == any(result == row.node for _, result in edges)


def test_a_graph_reads_like_a_history() -> None:
    # x * y + x
    rows = lanes(4, [(0, 2), (1, 2), (2, 3), (0, 3)])
    assert "\n".join(row.drawing.plain for row in rows) == "●\n├─╮\n● │\n├─┼─╮\n│ │ ○\n├─╯\n○"


def test_a_bad_edge_straight_down_has_a_row_to_be_seen_on() -> None:
    rows = lanes(3, [(0, 1), (1, 2)], bad=[(0, 1)])
    assert "\n".join(row.drawing.plain for row in rows) == "●\n●\n┆\n○"


def test_a_bad_edge_is_dashed() -> None:
    rows = lanes(4, [(0, 2), (1, 2), (2, 3), (0, 3)], bad=[(0, 3)])
    assert "\n".join(row.drawing.plain for row in rows) == "●\n├╌╮\n● ┆\n├─┼─╮\n│ ┆ ○\n├╌╯\n○"


@pytest.fixture
def grid() -> NumberGrid:
    return NumberGrid(
        shape=(2, 3),
        corner=(0, 0),
        expected=((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)),
        got=((1.0, 2.5, 3.0), (4.0, math.nan, 6.0)),
        wrong=((False, True, False), (False, True, False)),
    )


def test_wrong_numbers_are_marked_beside_the_right_ones(grid: NumberGrid) -> None:
    lines = [line.plain for line in grid_lines(grid, 80)]
    assert len(lines) == 4
    assert lines[2].split() == ["[0]", "1", "2", "3", "[0]", "1", "✗2.5", "3"]
    assert lines[3].split() == ["[1]", "4", "5", "6", "[1]", "4", "✗nan", "6"]


def test_a_narrow_grid_shows_the_first_wrong_column(grid: NumberGrid) -> None:
    lines = grid_lines(grid, 10)
    assert max(line.cell_length for line in lines if "part" not in line.plain) <= 10
    assert "✗2.5" in plain(lines)
    assert "✗nan" in plain(lines)
    assert "part of a tensor of 2×3" in plain(lines)


def test_what_lies_beyond_the_window_is_said() -> None:
    grid = NumberGrid((4, 9, 9), (2, 1, 0), ((1.0,),), ((2.0,),), ((True,),))
    assert "part at [2, …] of a tensor of 4×9×9" in plain(grid_lines(grid, 80))
    assert "[1]" in plain(grid_lines(grid, 80))
