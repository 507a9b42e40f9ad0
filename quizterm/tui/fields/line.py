"""One line to type into."""

from textual.events import Paste
from textual.widgets import Input

from quizterm.tui.text import visible


class VisibleLine(Input):
    """Shows pasted control characters instead of keeping them; its cursor blinks only where the app may move."""

    def on_mount(self) -> None:
        self.cursor_blink = self.app.animation_level != "none"

    def on_paste(self, event: Paste) -> None:
        event.text = visible(event.text)
