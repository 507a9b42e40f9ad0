"""A text of several lines to type in."""

from textual.strip import Strip
from textual.widgets import TextArea


class Area(TextArea):
    """Its cursor blinks only where the app may move."""

    def on_mount(self) -> None:
        self.cursor_blink = self.app.animation_level != "none"

    def render_line(self, y: int) -> Strip:
        if self.content_size.width == 0:
            return Strip.blank(self.size.width)  # Textual would wrap the placeholder to no cell at all
        return super().render_line(y)
