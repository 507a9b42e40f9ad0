"""A note of one's own on a card."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Paste

from quizterm.errors import QuiztermError
from quizterm.tui.commands import Place, bindings
from quizterm.tui.fields.area import Area
from quizterm.tui.navigator import Navigator
from quizterm.tui.repeat import Confirmation
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.text import one_line, visible
from quizterm.tui.widgets.bars import TopBar


class _Text(Area):
    """Shows pasted control characters instead of keeping them."""

    def on_paste(self, event: Paste) -> None:
        event.text = visible(event.text)


class NoteScreen(CommandScreen):
    """Lies upon the screen it was asked for on.

    Args:
        title: of the card.
        text: the note as it is.
        keep: stores the note as it became, when the screen is left or the app ended; whether it changed. May raise
            QuiztermError.
        show: called when it is kept, with whether it changed, and the screen below is there again.
    """

    PLACES = (Place.NOTE,)
    BINDINGS: ClassVar = bindings(Place.NOTE)

    def __init__(
        self, navigator: Navigator, title: str, text: str, keep: Callable[[str], bool], show: Callable[[bool], object]
    ) -> None:
        super().__init__(navigator)
        self._title = title
        self._keep = keep
        self._show = show
        self._field = _Text(
            visible(text),
            soft_wrap=True,
            highlight_cursor_line=False,
            placeholder="What helps you to remember it?",
        )
        self._confirmation = Confirmation(navigator.monotonic)
        self._is_left = False

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content("Your note on ") + one_line(self._title, "bold"), Content("Markdown"))
        yield self._field

    @property
    def shown_places(self) -> tuple[Place, ...]:
        return self.places  # what leads to the other keys would be typed

    def on_mount(self) -> None:
        self.set_focus(self._field)
        self._field.move_cursor(self._field.document.end)
        self.show_keys()

    def on_unmount(self) -> None:
        if not self._is_left:
            self._keep(self._field.text)

    def action_keep(self) -> None:
        """Leave, with the note kept; one that cannot be kept is given up only at the second time."""
        try:
            is_changed = self._keep(self._field.text)
        except QuiztermError as error:
            if not self._confirmation.is_given("give up"):
                self.tell(f"{error}; once more gives up what you typed")
                return
            is_changed = False
        self._is_left = True
        self.navigator.go_back()
        self._show(is_changed)
