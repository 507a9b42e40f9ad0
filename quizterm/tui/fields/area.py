"""A text of several lines to type in."""

from textual.events import Key
from textual.strip import Strip
from textual.widgets import TextArea

from quizterm.tui.fields.in_order import KeyTaker, act_at_once


class Area(TextArea, KeyTaker):
    """Its cursor blinks only where the app may move."""

    OWN_KEYS = frozenset({"enter"})

    def on_mount(self) -> None:
        self.cursor_blink = self.app.animation_level != "none"

    async def on_key(self, event: Key) -> None:
        await act_at_once(self, event)

    def render_line(self, y: int) -> Strip:
        if self.content_size.width == 0:
            return Strip.blank(self.size.width)  # Textual would wrap the placeholder to no cell at all
        return super().render_line(y)
