"""A picture made of characters, drawn at the width that there is."""

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from quizterm.tui.layout import joined


class Drawing(Widget):
    """What a function draws for a width in cells."""

    def __init__(self, draw: Callable[[int], Sequence[Content]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._drawn: tuple[int, Sequence[Content]] = (0, ())

    def show(self, draw: Callable[[int], Sequence[Content]]) -> None:
        """Replace the picture."""
        self._draw = draw
        self._drawn = (0, ())
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        del container, viewport
        return len(self._lines(width)) if width else 0

    def render(self) -> Content:
        return joined(self._lines(self.content_size.width))

    def _lines(self, width: int) -> Sequence[Content]:
        if self._drawn[0] != width:
            self._drawn = (width, self._draw(width))
        return self._drawn[1]
