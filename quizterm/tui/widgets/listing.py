"""A list of any length with a mark that the keyboard moves: only the lines that are seen are asked for and drawn."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from quizterm.tui.blocks import EMPTY

CURSOR = "▸ "
_LINES_AT_ONCE = 64


class Column(NamedTuple):
    """A part of each line. One column has the width 0: it takes what the others leave."""

    name: str
    width: int
    narrowest: int = 0  # the list's width from which on the column is shown


Cells = Sequence[Content]


class Listing(ScrollView, can_focus=False):
    """Lines by the ids of what they stand for.

    Args:
        columns: from left to right, with a cell in each line.
        read: the cells of some ids, as they are now.
    """

    class Moved(Message):
        """The mark came to another id, or to none."""

        def __init__(self, marked: int | None) -> None:
            super().__init__()
            self.marked = marked

    class Chosen(Message):
        """The marked line was clicked."""

    def __init__(self, columns: Sequence[Column], read: Callable[[Sequence[int]], Sequence[Cells]]) -> None:
        super().__init__()
        self._columns = columns
        self._read = read
        self._ids = array("q")
        self._index = 0
        self._cells: dict[int, Cells] = {}  # by place

    @property
    def marked(self) -> int | None:
        """The id of the marked line."""
        return self._ids[self._index] if self._ids else None

    def __len__(self) -> int:
        return len(self._ids)

    def show(self, ids: Iterable[int], *, marked: int | None = None) -> None:
        """Replace all lines; the mark goes to that id if it is among them, else to the first."""
        self._ids = array("q", ids)
        self._cells.clear()
        self._index = self._ids.index(marked) if marked is not None and marked in self._ids else 0
        self._measure()
        self.scroll_home(animate=False)
        self.move_to(self._index)

    def extend(self, ids: Iterable[int]) -> None:
        """Add lines at the end."""
        was_empty = not self._ids
        self._ids.extend(ids)
        self._measure()
        if was_empty and self._ids:
            self.move_to(0)

    def read_again(self) -> None:
        """Show the lines as they are now."""
        self._cells.clear()
        self.refresh()

    def move(self, step: int) -> None:
        self.move_to(self._index + step)

    def move_to(self, index: int) -> None:
        """Mark a line; an index beyond either end means that end."""
        self._index = min(max(index, 0), max(len(self._ids) - 1, 0))
        self.scroll_to_region(Region(0, self._index, 1, 1), animate=False, force=True)
        self.refresh()
        self.post_message(self.Moved(self.marked))

    def move_to_last(self) -> None:
        self.move_to(len(self._ids) - 1)

    @property
    def page_height(self) -> int:
        return max(self.scrollable_content_region.height, 1)

    def on_resize(self) -> None:
        self._measure()
        self.call_after_refresh(self.scroll_to_region, Region(0, self._index, 1, 1), animate=False, force=True)

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        index = offset.y + round(self.scroll_offset.y)
        if index == self._index and self._ids:
            self.post_message(self.Chosen())
        elif index < len(self._ids):
            self.move_to(index)

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        index = y + round(self.scroll_offset.y)
        line = self._line(index, width) if 0 <= index < len(self._ids) else EMPTY
        (strip,) = Visual.to_strips(self, line, width, 1, self.visual_style, pad=True) or [Strip.blank(width)]
        return strip

    def head(self, width: int) -> Content:
        """The names of the columns, at their places."""
        return _line(
            [Content.styled(column.name, "$foreground-muted") for column in self._columns], self._columns, width, EMPTY
        )

    def _line(self, index: int, width: int) -> Content:
        is_marked = index == self._index
        if index not in self._cells:
            start = index - index % _LINES_AT_ONCE
            read = self._read(self._ids[start : start + _LINES_AT_ONCE])
            self._cells.update(enumerate(read, start))
        cells = self._cells[index]
        lead = Content.styled(CURSOR, "bold $text-accent") if is_marked else EMPTY
        line = _line(cells, self._columns, width, lead)
        return line.stylize("bold") if is_marked else line

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._ids))


def _line(cells: Cells, columns: Sequence[Column], width: int, lead: Content) -> Content:
    shown = [(cell, column) for cell, column in zip(cells, columns, strict=True) if column.narrowest <= width]
    taken = sum(column.width + 2 for _, column in shown if column.width) + len(CURSOR)
    line = lead.pad_right(len(CURSOR) - lead.cell_length)
    for place, (cell, column) in enumerate(shown):
        room = column.width or max(width - taken, 1)
        text = cell.truncate(room, ellipsis=True)
        line += text.pad_right(room - text.cell_length)
        if place + 1 < len(shown):
            line += "  "
    return line.truncate(width) if line.cell_length > width else line
