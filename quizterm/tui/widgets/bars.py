"""The lines at the screen's edges: where one is, and which keys work there."""

from collections.abc import Collection

from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from quizterm.tui.blocks import EMPTY
from quizterm.tui.commands import COMMANDS, Command, Place, Table

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
    """The keys that matter now, as many as fit: first the first, the last, which leads to all others, and the way back.

    A click on one does what its key does.
    """

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
        return Content(GAP).join(hint for hint, _, _ in self._shown())

    async def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        end = 0
        for hint, place, command in self._shown():
            begin, end = end, end + hint.cell_length
            if offset is not None and begin <= offset.x < end:
                does = self.app if place is Place.EVERYWHERE else self.screen
                await does.run_action(command.name)
                return
            end += len(GAP)

    def _shown(self) -> list[tuple[Content, Place, Command]]:
        """What fits: as it is shown, and which command of which place it is."""
        named = [(place, command) for place in self._places for command in self._table[place] if command.short]
        special = [(place, command) for place, command in named if command.at in self._states]
        commands = [*special, *((place, command) for place, command in named if not command.at)]
        if not commands:
            return []
        *others, last = [(_hint(command), place, command) for place, command in commands]
        kept = [*others[:1], last]
        room = self.content_size.width - sum(hint.cell_length for hint, _, _ in kept) - len(GAP)
        for one in sorted(others[1:], key=lambda one: one[2].name != "back"):
            room -= one[0].cell_length + len(GAP)
            if room < 0:
                break
            kept.append(one)
        return [one for one in (*others, last) if one in kept]


def _hint(command: Command) -> Content:
    return Content.assemble((command.first_key, "bold $text-primary"), " ", (command.short, "$foreground-muted"))
