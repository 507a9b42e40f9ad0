"""The lines at the screen's edges: where one is, and which keys work there."""

from collections.abc import Collection

from textual.content import Content
from textual.widget import Widget

from quizterm.tui.blocks import EMPTY
from quizterm.tui.commands import COMMANDS, Command, Place, Table, commands_in

GAP = "  "


class TopBar(Widget):
    """A title on the left, which gives way, and a note on the right, which stays while it fits."""

    def __init__(self, title: Content | None = None, note: Content | None = None) -> None:
        super().__init__()
        self._title = title or EMPTY
        self._note = note or EMPTY

    def show(self, title: Content, note: Content | None = None) -> None:
        self._title = title
        self._note = note or EMPTY
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        note = self._note if self._note.cell_length <= width else EMPTY
        room = width - note.cell_length - (2 if note else 0)
        title = self._title.truncate(room, ellipsis=True) if room >= 4 else EMPTY
        return title + " " * max(width - title.cell_length - note.cell_length, 0) + note


class KeyBar(Widget):
    """The keys that matter now, as many as fit; the first and the last, which leads to all others, always."""

    def __init__(self, places: tuple[Place, ...] = (), table: Table = COMMANDS) -> None:
        super().__init__()
        self._places = places
        self._table = table
        self._states: Collection[str] = ()

    def show(self, places: tuple[Place, ...], table: Table, states: Collection[str] = ()) -> None:
        """Show the keys of places; those of commands that belong to a state only in that, and first then."""
        self._places = places
        self._table = table
        self._states = states
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        named = [command for command in commands_in(self._places, self._table) if command.short]
        special = [command for command in named if command.at in self._states]
        shown_commands = [*special, *(command for command in named if not command.at)]
        *hints, last = map(_hint, shown_commands) if shown_commands else (EMPTY,)
        shown: list[Content] = []
        used = last.cell_length
        for hint in hints:
            used += hint.cell_length + len(GAP)
            if shown and used > width:
                break
            shown.append(hint)
        return Content(GAP).join([*shown, last])


def _hint(command: Command) -> Content:
    return Content.assemble((command.first_key, "bold $text-primary"), " ", (command.short, "$foreground-muted"))
