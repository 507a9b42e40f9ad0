"""Every command with its keys, and other keys for it."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from quizterm import paths
from quizterm.errors import QuiztermError
from quizterm.study.preferences import set_keys
from quizterm.tui.blocks import Paragraph
from quizterm.tui.commands import COMMANDS, Command, Place, bindings, command_id, shown_key
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
WIDE = 100  # cells; from here on each line also says what the command does


class KeysScreen(MovingScreen):
    """A menu of commands; a key is changed by pressing another."""

    PLACES = (Place.KEYS,)
    BINDINGS: ClassVar = bindings(Place.KEYS)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._menu = Menu()
        self._about = Prose(id="about")
        self._field = KeyField()
        self._pressed: list[str] = []  # for the marked command, so far
        self._usual = {
            command_id(place, command): command for place, commands in COMMANDS.items() for command in commands
        }

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content.styled("Settings › Keys", "bold"))
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
    def shown_places(self) -> tuple[Place, ...]:
        return () if self._field.display else super().shown_places  # every key is taken then

    def on_menu_moved(self) -> None:
        self._leave_field()  # where the mouse marked another command, the next key is not meant for it
        self._show_about()

    def on_menu_chosen(self) -> None:
        self.action_change()

    def action_change(self) -> None:
        self._pressed = []
        self._ask()

    def action_add(self) -> None:
        command = self._marked
        if command.each:
            self._show_about(problem="its keys belong together; change them all")
            return
        self._pressed = [*command.keys]
        self._ask()

    def action_reset(self) -> None:
        self._keep(())

    def on_key_field_pressed(self, event: KeyField.Pressed) -> None:
        if event.key == LEAVE:
            self._leave_field()
            self._show_about()
            return
        self._pressed.append(event.key)
        if self._marked.each and len(self._pressed) < len(self._marked.keys):
            self._ask()
            return
        self._leave_field()
        self._keep(tuple(self._pressed))

    @property
    def _command(self) -> str:
        marked = self._menu.marked
        return marked.name if marked is not None else next(iter(self._usual))

    @property
    def _marked(self) -> Command:
        """The marked command with the keys it has now."""
        return next(
            command
            for place, commands in self.navigator.table.items()
            for command in commands
            if command_id(place, command) == self._command
        )

    def _ask(self) -> None:
        usual = self._usual[self._command]
        which = f" in place of {shown_key(usual.keys[len(self._pressed)])}" if usual.each else ""
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
        width = max(map(len, self._usual)) + 2
        rows = []
        for place, commands in self.navigator.table.items():
            for command in commands:
                name = command_id(place, command)
                is_own = command.keys != self._usual[name].keys
                title = Content(f"{name:<{width}}")
                title += Content.styled(command.shown_keys, "bold $text-accent" if is_own else "bold")
                title += Content.styled("  changed" if is_own else "", "$foreground-muted")
                if self.size.width >= WIDE:
                    title = title.pad_right(max(WIDE // 2 - title.cell_length, 2))
                    title += Content.styled(command.words, "$foreground-muted")
                rows.append(Row(name, title))
        self._menu.show(rows)
        self._show_about()

    def _show_about(self, *, said: str = "", problem: str = "") -> None:
        usual = self._usual[self._command]
        lines = [
            Content.styled(f"{usual.words}.", "bold"),
            Content.styled(f"Usual keys: {usual.shown_keys}", "$foreground-muted"),
        ]
        if problem:
            lines.append(Content("✗ ").append(one_line(problem)).stylize("$text-error"))
        elif said:
            lines.append(Content.styled(f"✓ {said}", "$text-success"))
        self._about.show([Paragraph(joined(lines))])
