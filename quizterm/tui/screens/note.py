"""A note of one's own on a card."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Paste
from textual.widgets import TextArea

from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.text import one_line, visible
from quizterm.tui.widgets.bars import TopBar


class _Text(TextArea):
    """Shows pasted control characters instead of keeping them."""

    def on_paste(self, event: Paste) -> None:
        event.text = visible(event.text)


class NoteScreen(CommandScreen):
    """Lies upon the screen it was asked for on.

    Args:
        title: of the card.
        text: the note as it is.
        keep: called with the note as it became, when the screen is left.
    """

    AUTO_FOCUS = "TextArea"
    PLACES = (Place.NOTE,)
    BINDINGS: ClassVar = bindings(Place.NOTE)

    def __init__(self, navigator: Navigator, title: str, text: str, keep: Callable[[str], object]) -> None:
        super().__init__(navigator)
        self._title = title
        self._text = text
        self._keep = keep

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content("Your note on ") + one_line(self._title, "bold"), Content("Markdown"))
        yield _Text(
            visible(self._text),
            soft_wrap=True,
            highlight_cursor_line=False,
            placeholder="What helps you to remember it?",
        )

    @property
    def shown_places(self) -> tuple[Place, ...]:
        return self.places  # what leads to the other keys would be typed

    def on_mount(self) -> None:
        text = self.query_one(TextArea)
        text.move_cursor(text.document.end)
        self.show_keys()

    def action_keep(self) -> None:
        text = self.query_one(TextArea).text
        self.navigator.go_back()
        self._keep(text)
