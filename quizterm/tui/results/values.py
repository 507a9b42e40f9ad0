"""Numbers of the check that is looked at: what was expected beside what came, the wrong ones marked."""

from collections.abc import Iterator

from textual.content import Content

from quizterm.grading.number_grid import NumberGrid
from quizterm.grading.verdict import Difference, ExperimentResult
from quizterm.tui.blocks import Block, Paragraph, Picture, Rule
from quizterm.tui.drawing.grid import grid_lines
from quizterm.tui.results.marks import MUTED
from quizterm.tui.results.sides import sides
from quizterm.tui.text import one_line


def values(result: ExperimentResult) -> list[Block]:
    """Every difference, tensors as grids."""
    if result.passed:
        return [Paragraph(Content.styled("All values are as expected.", MUTED))]
    if not result.differences:
        return [Paragraph(Content.styled("There are no values to compare: this check did not come to its end.", MUTED))]
    return [block for one in result.differences for block in _difference(one)]


def _difference(one: Difference) -> Iterator[Block]:
    yield Rule(one_line(one.path or "the result", "bold $text-primary"))
    yield Paragraph(one_line(one.message))
    if one.grid is not None and _marks_anything(one.grid):
        yield _picture(one.grid)
        return
    yield sides(one.expected, one.got)


def _marks_anything(grid: NumberGrid) -> bool:
    """Whether there are wrong numbers to be looked at: not where there are none, or no axes."""
    return bool(grid.shape) and any(any(row) for row in grid.wrong)


def _picture(grid: NumberGrid) -> Picture:
    return Picture(lambda width: grid_lines(grid, width))
