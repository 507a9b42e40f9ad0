"""Typing what code prints."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key, Paste

from quizterm.tui.fields.area import Area
from quizterm.tui.fields.field import AnswerField
from quizterm.tui.text import visible

LONGEST_PASTE = 4_000  # characters; far more takes the editor seconds


class _Lines(Area):
    """Plain lines: enter and the page keys are left to the screen, down on the last line begins another."""

    OWN_KEYS = frozenset({"alt+enter"})
    LEFT_KEYS = frozenset({"enter", "pagedown", "pageup"})
    BINDINGS: ClassVar = [
        Binding("pagedown", "screen.scroll_pages('0.5')", show=False),
        Binding("pageup", "screen.scroll_pages('-0.5')", show=False),
    ]

    async def on_key(self, event: Key) -> None:
        is_on_last_line = self.cursor_location[0] == self.document.line_count - 1
        if event.key == "enter":
            event.prevent_default()
        elif event.key == "alt+enter" or (event.key == "down" and is_on_last_line and self.text):
            event.stop()
            event.prevent_default()
            self.insert("\n", self.document.end)
            self.move_cursor(self.document.end)

    def on_paste(self, event: Paste) -> None:
        event.text = visible(event.text[:LONGEST_PASTE])


class TypedField(AnswerField):
    """Text of one line or several.

    Args:
        hint: shown while nothing is typed; our own words.
    """

    STANDS_BELOW = True

    def __init__(self, hint: str) -> None:
        super().__init__()
        self._lines = _Lines(compact=True, highlight_cursor_line=False, placeholder=hint)

    @property
    def text(self) -> str:
        return self._lines.text

    def compose(self) -> ComposeResult:
        yield self._lines

    def begin(self) -> None:
        self.screen.set_focus(self._lines, scroll_visible=False)
