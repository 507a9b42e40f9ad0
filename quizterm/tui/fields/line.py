"""One line to type into."""

from textual.actions import SkipAction
from textual.events import Key, Paste
from textual.widgets import Input

from quizterm.tui.fields.in_order import KeyTaker, act_at_once
from quizterm.tui.text import visible

LONGEST = 1_000  # characters: each key costs as much as the line is long


class VisibleLine(Input, KeyTaker):
    """Shows pasted control characters instead of keeping them; its cursor blinks only where the app may move."""

    LEFT_KEYS = frozenset({"enter"})

    def on_mount(self) -> None:
        self.max_length = LONGEST
        self.cursor_blink = self.app.animation_level != "none"

    async def on_key(self, event: Key) -> None:
        await act_at_once(self, event)

    async def action_submit(self) -> None:
        raise SkipAction

    def on_paste(self, event: Paste) -> None:
        event.text = visible(event.text)[: LONGEST - len(self.value) + len(self.selected_text)]
