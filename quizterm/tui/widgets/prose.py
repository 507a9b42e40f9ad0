"""A page of blocks in one widget: new text needs no new widgets, so nothing flickers."""

from collections.abc import Iterable, Iterator

from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from quizterm.tui.blocks import Block, Blocks, Code
from quizterm.tui.layout import joined, lay_out
from quizterm.tui.links import address_at


class Prose(Widget):
    """Blocks laid out at the widget's width."""

    class Followed(Message):
        """A link was clicked."""

        def __init__(self, address: str) -> None:
            super().__init__()
            self.address = address

    def __init__(self, blocks: Iterable[Block] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._blocks: Blocks = tuple(blocks)
        self._laid_out: tuple[int, list[Content]] = (0, [])
        self._code_rows: tuple[int, list[range]] = (0, [])
        self._update_display()

    @property
    def blocks(self) -> Blocks:
        return self._blocks

    def show(self, blocks: Iterable[Block]) -> None:
        """Replace the page."""
        self._blocks = tuple(blocks)
        self._laid_out = (0, [])
        self._code_rows = (0, [])
        self._update_display()
        self.refresh(layout=True)

    def lines(self, width: int) -> list[Content]:
        if self._laid_out[0] != width:
            self._laid_out = (width, lay_out(self._blocks, width))
        return self._laid_out[1]

    def code_rows(self) -> list[range]:
        """The rows of each block of Python code at the top level of the page."""
        width = self.content_size.width
        if self._code_rows[0] != width:
            self._code_rows = (width, list(_code_rows(self._blocks, width)))
        return self._code_rows[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport
        return len(self.lines(width)) if width else 0

    def render(self) -> Content:
        return joined(self.lines(self.content_size.width))

    def on_click(self, event: Click) -> None:
        address = address_at(event)
        if address is not None:
            event.stop()
            self.post_message(self.Followed(address))

    def _update_display(self) -> None:
        self.display = bool(self._blocks)


def _code_rows(blocks: Blocks, width: int) -> Iterator[range]:
    top = 0
    for block in blocks:
        height = len(lay_out([block], width))
        if isinstance(block, Code) and block.is_python:
            yield range(top, top + height)
        top += height + 1
