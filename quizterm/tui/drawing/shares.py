"""Shares of a whole as lying bars, an eighth of a cell the smallest step."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from quizterm.tui.text import one_line

_EIGHTHS = "▏▎▍▌▋▊▉█"
_MUTED = "$foreground-muted"
_WIDEST_NAME = 30  # cells
_NARROWEST_BAR = 6


class ShareRow(NamedTuple):
    """A name, its share from 0 to 1 (None: not known), what is said of it, and a place to mark on the bar."""

    name: str
    share: float | None
    text: str
    mark: float | None = None


def share_rows(rows: Sequence[ShareRow], width: int, style: str = "$success") -> list[Content]:
    """A line for each row: the bar gives way where the width does not allow it."""
    names = min(max((len(row.name) for row in rows), default=0), _WIDEST_NAME, max(2 * width // 5, 4))
    texts = max((len(row.text) for row in rows), default=0)
    room = width - names - texts - 2
    lines = []
    for row in rows:
        name = one_line(row.name).truncate(names, ellipsis=True)
        head = name.pad_right(names - name.cell_length) + " "
        if room >= _NARROWEST_BAR:
            head += bar(row.share or 0.0, room, style, mark=row.mark) + " "
        lines.append((head + Content.styled(f"{row.text:>{texts}}", _MUTED)).truncate(max(width, 1)))
    return lines


def bar(share: float, width: int, style: str, *, mark: float | None = None) -> Content:
    """A bar as long as the share of the width, dots up to its end, and a line at the mark."""
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    whole, part = divmod(eighths, 8)
    cells = ["█"] * whole + ([_EIGHTHS[part - 1]] if part else [])
    styles = [style] * len(cells) + ["$foreground 20%"] * (width - len(cells))
    cells += ["·"] * (width - len(cells))
    if mark is not None:
        place = min(round(mark * width), width - 1)
        cells[place], styles[place] = "│", "bold"
    return Content.assemble(*zip(cells, styles, strict=True))


def stacked(parts: Sequence[float], width: int, fills: Sequence[tuple[str, str]]) -> Content:
    """Parts of a whole in one bar, each with its own character and style; they add up to the width."""
    total = sum(parts)
    if not total:
        return Content.styled("·" * width, "$foreground 20%")
    ends = [round(sum(parts[: place + 1]) / total * width) for place in range(len(parts))]
    lengths = [end - start for start, end in zip([0, *ends], ends, strict=False)]
    return Content.assemble(*((fill * length, style) for (fill, style), length in zip(fills, lengths, strict=True)))
