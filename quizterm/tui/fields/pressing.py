"""Waiting for one key, whatever it is."""

from textual.content import Content
from textual.events import Key
from textual.message import Message

from quizterm.tui.fields.in_order import KeyTaker


class KeyField(KeyTaker, can_focus=True):
    """While it has the keyboard, the next key is told and does nothing else."""

    class Pressed(Message):
        """A key, as a learner would write it: a character, or a name."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__()
        self._question = Content()

    def ask(self, question: Content) -> None:
        self._question = question
        self.refresh()
        self.screen.set_focus(self, scroll_visible=False)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        del key, character
        return True

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        is_character = event.character is not None and event.is_printable and event.key != "space"
        self.post_message(self.Pressed(str(event.character) if is_character else event.key))

    def render(self) -> Content:
        return self._question
