"""The numbers of two tensors, the wrong ones marked."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from quizterm.grading.number_grid import NumberGrid
from quizterm.tui.blocks import EMPTY

WRONG_MARK = "✗"
WRONG_STYLE = "reverse $text-error"
RIGHT_STYLE = "bold $text-success"
_MUTED = "$foreground-muted"
_GAP = 3  # cells between the two grids


def grid_lines(grid: NumberGrid, width: int) -> list[Content]:
    """What is expected beside what is there; where the two do not fit, what is there comes first.

    As many columns as fit are shown, around the first wrong one.
    """
    first_row, first_column = _start(grid)
    cell = 1 + max(len(_number(number)) for side in (grid.expected, grid.got) for row in side for number in row)
    label = 1 + len(f"[{first_row + len(grid.got) - 1}]")
    columns = len(grid.got[0])
    both = 2 * (label + columns * (cell + 1)) + _GAP
    is_beside = both <= width
    fit = columns if is_beside else max(1, min(columns, (width - label) // (cell + 1)))
    shown = _window(grid, fit)
    expected, got = (
        list(_side(grid, side, shown, label, cell, (first_row, first_column), title=title))
        for side, title in ((False, "expected"), (True, "yours"))
    )
    if not is_beside:
        return [*got, EMPTY, *expected, *_beyond(grid, shown)]
    left = max(line.cell_length for line in expected) + _GAP
    beside = [line.pad_right(left - line.cell_length) + other for line, other in zip(expected, got, strict=True)]
    return [*beside, *_beyond(grid, shown)]


def _start(grid: NumberGrid) -> tuple[int, int]:
    """The row and column of the first number; a vector is a row of its own."""
    return (0, grid.corner[0]) if len(grid.shape) == 1 else (grid.corner[-2], grid.corner[-1])


def _window(grid: NumberGrid, fit: int) -> range:
    """The columns that are shown: so many, the first wrong one among them."""
    columns = len(grid.got[0])
    wrong = next(place for place in range(columns) if any(row[place] for row in grid.wrong))
    start = max(0, min(wrong - fit // 2, columns - fit))
    return range(start, start + fit)


def _side(
    grid: NumberGrid,
    is_got: bool,
    shown: range,
    label: int,
    cell: int,
    start: tuple[int, int],
    *,
    title: str,
) -> Iterator[Content]:
    first_row, first_column = start
    heads = "".join(f"{f'[{first_column + place}]':>{cell + 1}}" for place in shown)
    yield Content.styled(title, "bold")
    yield Content.styled(" " * label + heads, _MUTED)
    rows = grid.got if is_got else grid.expected
    is_vector = len(grid.shape) == 1
    for number, (row, marks) in enumerate(zip(rows, grid.wrong, strict=True)):
        name = "" if is_vector else f"[{first_row + number}]"
        cells = [_cell(row[place], marks[place], cell, is_got=is_got) for place in shown]
        yield Content.styled(f"{name:<{label}}", _MUTED) + Content("").join(cells)


def _cell(number: float, is_wrong: bool, width: int, *, is_got: bool) -> Content:
    text = _number(number)
    if not is_wrong:
        return Content(f"{text:>{width + 1}}")
    if not is_got:
        return Content.styled(f"{text:>{width + 1}}", RIGHT_STYLE)
    marked = WRONG_MARK + text
    return Content(" " * (width + 1 - len(marked))) + Content.styled(marked, WRONG_STYLE)


def _beyond(grid: NumberGrid, shown: range) -> Iterator[Content]:
    """One line on what the window leaves out, if it leaves anything out."""
    rows, columns = (1, grid.shape[0]) if len(grid.shape) == 1 else grid.shape[-2:]
    is_whole = len(grid.got) == rows and len(shown) == columns
    leading = grid.corner[: len(grid.shape) - 2]
    if is_whole and not leading:
        return
    place = f" at {_index(leading)}" if leading else ""
    size = "×".join(map(str, grid.shape))
    yield Content.styled(f"part{place} of a tensor of {size}", _MUTED)


def _index(places: Sequence[int]) -> str:
    return "[" + ", ".join(map(str, [*places])) + ", …]"


def _number(number: float) -> str:
    return f"{number:.4g}"
