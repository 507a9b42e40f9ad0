"""Lines to choose from, with a cursor that the keyboard moves."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from quizterm.tui.blocks import EMPTY
from quizterm.tui.layout import joined, wrapped

CURSOR = "▸ "


class Row(NamedTuple):
    """One choice: a title, a note at the right edge, and more on lines of its own."""

    name: str
    title: Content
    note: Content = EMPTY
    details: Content = EMPTY


class Menu(Widget):
    """Rows, one of them marked.

    Args:
        is_spaced: with an empty line between them.
        is_marked_first: a click marks a row, and only one on the marked row chooses it.
    """

    class Chosen(Message):
        """A row was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Moved(Message):
        """Another row is marked."""

    def __init__(
        self,
        rows: Sequence[Row] = (),
        *,
        marked: str | None = None,
        is_spaced: bool = False,
        is_marked_first: bool = False,
    ) -> None:
        super().__init__()
        self._is_spaced = is_spaced
        self._is_marked_first = is_marked_first
        self._rows: tuple[Row, ...] = ()
        self._index = 0
        self._starts: list[int] = []  # first line of each row, as last laid out
        self.show(rows, marked=marked)

    @property
    def marked(self) -> Row | None:
        return self._rows[self._index] if self._rows else None

    def show(self, rows: Sequence[Row], *, marked: str | None = None) -> None:
        """Replace the rows; the mark goes to the named row, else it stays where it is."""
        self._rows = tuple(rows)
        names = [row.name for row in rows]
        self._index = names.index(marked) if marked in names else min(self._index, max(len(rows) - 1, 0))
        self.refresh(layout=True)

    def move(self, step: int) -> None:
        self.move_to(self._index + step)

    def move_to(self, index: int) -> None:
        """Mark a row; an index beyond either end means that end."""
        if self._rows:
            self._index = min(max(index, 0), len(self._rows) - 1)
            self.refresh()
            self.post_message(self.Moved())
            self.call_after_refresh(self._show_marked)

    def move_to_last(self) -> None:
        self.move_to(len(self._rows) - 1)

    def _show_marked(self) -> None:
        if self._index < len(self._starts):
            top = self._starts[self._index]
            following = self._starts[self._index + 1 :] or [self.size.height]
            region = Region(0, top, self.size.width, following[0] - top)
            parent = self.parent
            if isinstance(parent, Widget):
                parent.scroll_to_region(region, animate=False)

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or not self._starts:
            return
        before = self._index
        self.move_to(max(index for index, start in enumerate(self._starts) if start <= max(offset.y, 0)))
        if self._index == before or not self._is_marked_first:
            self.post_message(self.Chosen(self._rows[self._index].name))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport
        return len(self._lines(width)) if width else 0

    def render(self) -> Content:
        return joined(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        lines: list[Content] = []
        self._starts = []
        for index, row in enumerate(self._rows):
            if index and self._is_spaced:
                lines.append(EMPTY)
            self._starts.append(len(lines))
            lines += self._row(row, width, is_marked=index == self._index)
        return lines

    def _row(self, row: Row, width: int, *, is_marked: bool) -> list[Content]:
        lead = Content.styled(CURSOR if is_marked else " " * len(CURSOR), "bold $text-accent")
        room = max(width - len(CURSOR), 1)
        note = row.note if row.title.cell_length + 2 + row.note.cell_length <= room else EMPTY
        title = row.title.truncate(max(room - note.cell_length - (2 if note else 0), 1), ellipsis=True)
        title = title.stylize("bold") if is_marked else title
        gap = Content.blank(max(room - title.cell_length - note.cell_length, 0))
        head = lead + title + gap + note if note else lead + title
        details = wrapped(row.details, room) if row.details else []
        if row.note and not note:
            details = [*wrapped(row.note, room), *details]
        return [head, *(Content.blank(len(CURSOR)) + line for line in details)]
