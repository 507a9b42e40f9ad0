"""The lines below the editor: what is searched for, and what to do about two versions of the file."""

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Static

from quizterm.tui.fields.line import VisibleLine


class FileBar(Container):
    """Hidden while there is nothing to ask."""

    def __init__(self) -> None:
        super().__init__()
        self._line = VisibleLine(compact=True)
        self._search = Horizontal(Static(Content.styled("/", "bold $text-primary")), self._line, id="search")
        self._nothing = Static(Content.styled("not found", "$text-error"), id="nothing")
        self._conflict = Static(_conflict(), id="conflict")

    def compose(self) -> ComposeResult:
        yield self._search
        yield self._nothing
        yield self._conflict

    def on_mount(self) -> None:
        self._search.display = self._nothing.display = self._conflict.display = self.display = False

    @property
    def is_searching(self) -> bool:
        return self._line.has_focus

    @property
    def wanted(self) -> str:
        return self._line.value

    def search(self, wanted: str) -> None:
        """Ask what to search for; a selected word is proposed."""
        if wanted and "\n" not in wanted:
            self._line.value = wanted
        self._search.display = True
        self._update()
        self.screen.set_focus(self._line)

    def show_found(self, is_found: bool) -> None:
        self._nothing.display = not is_found
        self._update()

    def end_search(self) -> None:
        self._search.display = self._nothing.display = False
        self._update()

    def show_conflict(self, is_in_conflict: bool) -> None:
        self._conflict.display = is_in_conflict
        self._update()

    def _update(self) -> None:
        self.display = self._search.display or self._nothing.display or self._conflict.display


def _conflict() -> Content:
    return Content.assemble(
        ("Another program changed this file. ", "bold $text-warning"),
        ("m", "bold $text-primary"),
        " keeps what you see, ",
        ("t", "bold $text-primary"),
        " takes the other version; the one you leave goes to the archive. While typing, press esc first.",
    )
