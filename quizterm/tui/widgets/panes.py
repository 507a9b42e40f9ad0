"""The names of a screen's panes in one line, the one that is looked at marked."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

_GAP = " "


class Pane(NamedTuple):
    """A pane: what it is called, the key that leads there if it has one, a few words on it, and whether it is empty."""

    name: str
    title: str
    key: str = ""
    note: Content = Content()
    is_empty: bool = False


class PaneBar(Widget):
    """Panes by name."""

    class Chosen(Message):
        """A pane was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self) -> None:
        super().__init__()
        self._panes: tuple[Pane, ...] = ()
        self._current = ""

    def show(self, panes: Sequence[Pane], current: str) -> None:
        self._panes = tuple(panes)
        self._current = current
        self.refresh()

    def render(self) -> Content:
        return Content(_GAP).join(self._parts()).truncate(max(self.content_size.width, 1), ellipsis=True)

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        end = 0
        for pane, part in zip(self._panes, self._parts(), strict=True):
            end += part.cell_length + len(_GAP)
            if offset.x < end:
                self.post_message(self.Chosen(pane.name))
                return

    def _parts(self) -> list[Content]:
        """The panes' names, without notes and then without spaces around them where room is scarce."""
        for with_notes in (True, False):
            parts = [self._part(pane, with_note=with_notes) for pane in self._panes]
            if sum(part.cell_length + len(_GAP) for part in parts) <= self.content_size.width + len(_GAP):
                return parts
        return [(part[1:] if part.plain.startswith(" ") else part).rstrip() for part in parts]

    def _part(self, pane: Pane, *, with_note: bool) -> Content:
        is_current = pane.name == self._current
        note = pane.note + " " if with_note and pane.note else Content()
        if is_current:
            words = " ".join(part for part in (pane.key, pane.title) if part)
            return Content.styled(f"▸{words} ", "bold reverse $text-primary") + (" " + note if note else note)
        key = Content.styled(f"{pane.key} ", "bold $text-primary") if pane.key else Content()
        title = Content.styled(pane.title, "$foreground-muted" if pane.is_empty else "")
        return " " + key + title + " " + note
