"""Numbers as upright bars on a scale, an eighth of a row the smallest step."""

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from textual.content import Content

_EIGHTHS = " ▁▂▃▄▅▆▇█"
_MUTED = "$foreground-muted"


class Mark(NamedTuple):
    """What stands below the bars: a text, and the bar it begins under, or ends."""

    place: int
    text: str
    style: str = _MUTED
    ends: bool = False


def bars(
    values: Sequence[float],
    height: int,
    low: float,
    high: float,
    style: str,
    *,
    other: Collection[int] = (),
    other_style: str = "$foreground 30%",
) -> list[Content]:
    """The lines of upright bars, the highest row first. What is above `low` is seen, however little it is.

    Args:
        other: places of bars that have another style.
    """
    steps = height * (len(_EIGHTHS) - 1)
    span = (high - low) or 1.0
    heights = [min(max(round((value - low) / span * steps), int(value > low)), steps) for value in values]
    lines = []
    for row in range(height - 1, -1, -1):
        cells = [_EIGHTHS[min(max(reached - row * 8, 0), 8)] for reached in heights]
        lines.append(_runs(cells, [other_style if place in other else style for place in range(len(cells))]))
    return lines


def chart(
    values: Sequence[float],
    width: int,
    height: int,
    *,
    style: str = "$primary",
    low: float = 0.0,
    high: float | None = None,
    label: Callable[[float], str] = "{:,.0f}".format,
    marks: Sequence[Mark] = (),
    other: Collection[int] = (),
) -> list[Content]:
    """Bars with a scale at their left, and marks below them.

    Bars are one or two cells wide, whichever fits. What does not fit at all is left out at the end.
    """
    top = max(high if high is not None else max(values, default=0.0), low)
    labels = [label(top), label(low)]
    margin = max(map(len, labels)) + 2
    room = max(width - margin, 1)
    wide = next((wide for wide in (3, 2) if len(values) * wide <= room), 1)
    shown = [value for value in values[: room // wide] for _ in range(wide)]
    others = {place * wide + part for place in other for part in range(wide)}
    drawn = bars(shown, height, low, top, style, other=others)
    lines = [
        Content.styled(f"{_scale(labels, row, height):>{margin - 2}} {'┤' if row in (0, height - 1) else '│'}", _MUTED)
        + line
        for row, line in enumerate(drawn)
    ]
    below = [mark._replace(place=mark.place * wide + (wide - 1 if mark.ends else 0)) for mark in marks]
    return [*lines, *marked(below, room, margin)]


def marked(marks: Sequence[Mark], width: int, margin: int) -> list[Content]:
    """One line with marks at their places; one that would run into the one before, or over the edge, gives way."""
    if not marks:
        return []
    line = Content(" " * margin)
    for mark in sorted(marks):
        begin = mark.place - len(mark.text) + 1 if mark.ends else mark.place
        place = min(max(begin, 0), width - len(mark.text))
        gap = margin + place - line.cell_length
        if place >= 0 and gap >= (0 if line.cell_length == margin else 1):
            line = line + " " * gap + Content.styled(mark.text, mark.style)
    return [line]


def spread(values: Sequence[float], width: int, pick: Callable[[Sequence[float]], float]) -> list[float]:
    """Values in at most so many equal parts, one number for each."""
    count = min(len(values), max(width, 1))
    edges = [place * len(values) // count for place in range(count + 1)] if count else [0]
    return [pick(values[first:last]) for first, last in pairwise(edges)]


def _scale(labels: Sequence[str], row: int, height: int) -> str:
    return labels[0] if row == 0 else labels[1] if row == height - 1 else ""


def _runs(cells: Sequence[str], styles: Sequence[str]) -> Content:
    """Cells with their styles; equal neighbours are one span."""
    pieces: list[tuple[str, str]] = []
    for cell, style in zip(cells, styles, strict=True):
        if pieces and pieces[-1][1] == style:
            pieces[-1] = (pieces[-1][0] + cell, style)
        else:
            pieces.append((cell, style))
    return Content.assemble(*pieces)
