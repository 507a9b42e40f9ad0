"""Pictures with titles, put on as few pages as they fit: side by side where the width allows it."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from textual.content import Content

from quizterm.tui.blocks import EMPTY

WIDE = 100  # cells, from which on there are two columns
WIDEST_COLUMN = 88
_GAP = 4


class Panel(NamedTuple):
    """A picture with a title in our own words."""

    title: str
    draw: Callable[[int], Sequence[Content]]  # for a width in cells


def pages(panels: Iterable[Panel], width: int, height: int) -> list[list[Content]]:
    """The lines of each page. Only a panel that is taller than a page makes its page taller."""
    is_double = width >= WIDE
    column_width = min((width - _GAP) // 2 if is_double else width, WIDEST_COLUMN)
    columns: list[list[Content]] = []
    for panel in panels:
        lines = [_title(panel.title, column_width), *panel.draw(column_width)]
        if columns and len(columns[-1]) + 1 + len(lines) <= height:
            columns[-1] += [EMPTY, *lines]
        else:
            columns.append(lines)
    if not is_double:
        return columns
    nothing: list[Content] = []
    pairs = zip_longest(columns[::2], columns[1::2], fillvalue=nothing)
    return [_beside(left, right, column_width) for left, right in pairs]


def _title(title: str, width: int) -> Content:
    head = Content.styled("── ", "$foreground-muted") + Content.styled(title, "bold $text-primary") + " "
    return (head + Content.styled("─" * max(width - head.cell_length, 0), "$foreground-muted")).truncate(max(width, 1))


def _beside(left: Sequence[Content], right: Sequence[Content], width: int) -> list[Content]:
    return [
        (one.pad_right(max(width - one.cell_length, 0) + _GAP) + other).rstrip()
        for one, other in zip_longest(left, right, fillvalue=EMPTY)
    ]
