"""Every command with its keys, and other keys for it."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from quizterm import paths
from quizterm.errors import QuiztermError
from quizterm.study.preferences import set_keys
from quizterm.tui.blocks import Paragraph
from quizterm.tui.commands import COMMANDS, Command, Place, bindings, command_id, shown_key
from quizterm.tui.fields.line import VisibleLine
from quizterm.tui.fields.pressing import KeyField
from quizterm.tui.layout import joined
from quizterm.tui.navigator import Navigator
from quizterm.tui.remapping import remapped
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.menu import Menu, Row
from quizterm.tui.widgets.prose import Prose

LEAVE = "escape"
KEYS_WIDTH = 14  # cells
SOME_ROOM = 70  # cells; from here on each line also says on which screen the command works
SCREEN_WIDTH = 12
WIDE = 100  # cells; from here on it also says where on the screen
PLACE_WIDTH = 22


class KeysScreen(MovingScreen):
    """A menu of commands, searched by words, places and keys; a key is changed by pressing another."""

    PLACES = (Place.KEYS,)
    BINDINGS: ClassVar = bindings(Place.KEYS_SEARCH, Place.KEYS)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._menu = Menu(is_marked_first=True)
        self._line = VisibleLine(compact=True, placeholder="suspend, or a screen, or a key", select_on_focus=False)
        self._about = Prose(id="about")
        self._field = KeyField()
        self._pressed: list[str] = []  # for the marked command, so far
        self._usual = {
            command_id(place, command): command for place, commands in COMMANDS.items() for command in commands
        }

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content.styled("Settings › Keys", "bold"))
        with Horizontal(classes="search"):
            yield Static(Content.styled("/", "bold $text-primary"))
            yield self._line
        with Page():
            yield self._menu
        with Vertical(id="panel"):
            yield self._field
            yield self._about

    def on_mount(self) -> None:
        self._field.display = False
        self._show()

    def on_resize(self) -> None:
        self._show()

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place.KEYS_SEARCH,) if self._line.has_focus else (Place.KEYS,)

    @property
    def shown_places(self) -> tuple[Place, ...]:
        if self._field.display:
            return ()  # every key is taken then
        return self.places if self._line.has_focus else super().shown_places

    def on_descendant_focus(self) -> None:
        self.show_keys()

    def on_descendant_blur(self) -> None:
        self.show_keys()

    def on_input_changed(self) -> None:
        self._show()

    def action_search(self) -> None:
        self.set_focus(self._line)

    def action_finish_search(self) -> None:
        self.set_focus(None)

    def action_clear_search(self) -> None:
        self._line.value = ""
        self.set_focus(None)

    def on_menu_moved(self) -> None:
        if self._field.display:
            self._leave_field()  # where the mouse marked another command, the next key is not meant for it
        self._show_about()

    def on_menu_chosen(self) -> None:
        self.action_change()

    def action_change(self) -> None:
        if self._marked is not None:
            self._pressed = []
            self._ask(self._marked)

    def action_add(self) -> None:
        command = self._marked
        if command is None:
            return
        if command.each:
            self._show_about(problem="its keys belong together; change them all")
            return
        self._pressed = [*command.keys]
        self._ask(command)

    def action_reset(self) -> None:
        if self._marked is not None:
            self._keep(())

    def on_key_field_pressed(self, event: KeyField.Pressed) -> None:
        if event.key == LEAVE:
            self._leave_field()
            self._show_about()
            return
        self._pressed.append(event.key)
        command = self._marked
        if command is not None and command.each and len(self._pressed) < len(command.keys):
            self._ask(command)
            return
        self._leave_field()
        self._keep(tuple(self._pressed))

    @property
    def _command(self) -> str:
        """What the marked command is called; empty if none is left by the search."""
        return self._menu.marked.name if self._menu.marked is not None else ""

    @property
    def _marked(self) -> Command | None:
        """The marked command with the keys it has now."""
        every = ((command_id(place, one), one) for place, known in self.navigator.table.items() for one in known)
        return next((command for name, command in every if name == self._command), None)

    def _ask(self, command: Command) -> None:
        which = f" in place of {shown_key(self._usual[self._command].keys[len(self._pressed)])}" if command.each else ""
        self._field.display = True
        self._field.ask(Content.assemble((f"Press a key{which}", "bold $text-accent"), "  esc leaves it as it is"))
        self.show_keys()

    def _leave_field(self) -> None:
        self.set_focus(None)
        self._field.display = False
        self.show_keys()

    def _keep(self, keys: tuple[str, ...]) -> None:
        """Give the marked command other keys, or none of its own."""
        study = self.navigator.study
        wanted = {name: own for name, own in study.settings.keys if name != self._command}
        if keys:
            wanted[self._command] = keys
        try:
            remapped([*wanted.items()], Path(paths.settings_file().name))  # refused before it is written
            set_keys(study, self._command, keys)
            self.navigator.apply_settings()
        except QuiztermError as error:
            self._show_about(problem=str(error))
            return
        self._show()
        self._show_about(said="Kept")

    def _show(self) -> None:
        """The commands that have all the words that are searched for."""
        words = self._line.value.casefold().split()
        every = [(place, command) for place, commands in self.navigator.table.items() for command in commands]
        found = [(place, command) for place, command in every if all(word in _told(place, command) for word in words)]
        self._menu.show([self._row(place, command) for place, command in found], marked=self._command)
        self._show_about()

    def _row(self, place: Place, command: Command) -> Row:
        name = command_id(place, command)
        is_own = command.keys != self._usual[name].keys
        keys = Content.styled(command.shown_keys, "bold $text-accent" if is_own else "bold")
        title = _column(keys, KEYS_WIDTH)
        if self.size.width >= WIDE:
            title += _column(Content.styled(place.value, "$foreground-muted"), PLACE_WIDTH)
        elif self.size.width >= SOME_ROOM:
            title += _column(Content.styled(place.value.partition(",")[0], "$foreground-muted"), SCREEN_WIDTH)
        return Row(name, title + command.words + Content.styled("  changed" if is_own else "", "$foreground-muted"))

    def _show_about(self, *, said: str = "", problem: str = "") -> None:
        if self._marked is None:
            self._about.show([Paragraph(Content("No command has these words."))])
            return
        usual = self._usual[self._command]
        called = f"In settings.toml {self._command}; usual keys: {usual.shown_keys}"
        now = Content.styled(self._marked.shown_keys, "bold $text-accent")
        lines = [Content.styled(f"{usual.words}.  ", "bold") + now, Content.styled(called, "$foreground-muted")]
        if problem:
            lines.append(Content("✗ ").append(one_line(problem)).stylize("$text-error"))
        elif said:
            lines.append(Content.styled(f"✓ {said}", "$text-success"))
        self._about.show([Paragraph(joined(lines))])


def _column(text: Content, width: int) -> Content:
    text = text.truncate(width, ellipsis=True)
    return text.pad_right(width + 2 - text.cell_length)


def _told(place: Place, command: Command) -> str:
    """What a command is found by."""
    return f"{place.value} {command_id(place, command)} {command.words} {command.shown_keys}".casefold()
