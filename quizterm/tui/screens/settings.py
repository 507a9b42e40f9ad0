"""Every setting: what it is, does and may be, changed in place."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from quizterm.errors import QuiztermError
from quizterm.study.preferences import NOTHING, Preference, change, preferences, reset
from quizterm.tui.blocks import Paragraph
from quizterm.tui.commands import Place, bindings
from quizterm.tui.fields.line import VisibleLine
from quizterm.tui.layout import joined
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.menu import Menu, Row
from quizterm.tui.widgets.prose import Prose

KEYS = "keys"  # has a screen of its own
THEME = "theme"  # its choices are the app's
MOST_NAMED = 6  # choices
WIDE = 100  # cells; from here on each line also says what the setting does
VALUE_END = 40  # cells; where that begins


class SettingsScreen(MovingScreen):
    """A menu of settings, and below it what is to be said of the marked one."""

    PLACES = (Place.SETTINGS,)
    BINDINGS: ClassVar = bindings(Place.SETTING, Place.SETTINGS)

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._menu = Menu(is_marked_first=True)
        self._about = Prose(id="about")
        self._line = VisibleLine(compact=True, select_on_focus=False)
        self._said = ""  # of the last change
        self._problem = ""

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content.styled("Settings", "bold"))
        with Page():
            yield self._menu
        with Vertical(id="panel"):
            yield self._line
            yield self._about

    def on_mount(self) -> None:
        self._line.display = False
        self.watch(self.app, "theme", self._follow_theme, init=False)

    def on_screen_resume(self) -> None:
        self._show()

    @property
    def shown_places(self) -> tuple[Place, ...]:
        return self.places if self._line.display else super().shown_places

    @property
    def places(self) -> tuple[Place, ...]:
        return (Place.SETTING,) if self._line.display else (Place.SETTINGS,)

    def on_resize(self) -> None:
        self._show()

    def on_menu_moved(self) -> None:
        self._said = self._problem = ""
        self._leave_field()  # where the mouse marked another setting, what is typed is not meant for it
        self._show_about()

    def on_menu_chosen(self) -> None:
        self.action_change()

    def action_change(self) -> None:
        marked = self._marked
        if marked.name == KEYS:
            self.navigator.open_keys()
        elif self._choices(marked):
            self.action_choose("1")
        else:
            self._line.value = marked.value
            self._line.display = True
            self._line.cursor_position = len(marked.value)
            if marked.value == NOTHING:
                self._line.select_all()  # typing takes its place
            self.set_focus(self._line)
            self.show_keys()

    def action_choose(self, step: str) -> None:
        marked = self._marked
        choices = self._choices(marked)
        if choices:
            index = choices.index(marked.value) if marked.value in choices else -1
            self._set(marked.name, choices[(index + int(step)) % len(choices)])

    def action_reset(self) -> None:
        if self._marked.name != KEYS:
            self._set(self._marked.name, None)

    def action_keep(self) -> None:
        if self._set(self._marked.name, self._line.value):
            self._leave_field()

    def action_leave_field(self) -> None:
        self._problem = ""
        self._leave_field()
        self._show_about()

    @property
    def _marked(self) -> Preference:
        marked = self._menu.marked
        return next(one for one in self._preferences if marked is not None and one.name == marked.name)

    def _choices(self, preference: Preference) -> tuple[str, ...]:
        return tuple(self.app.available_themes) if preference.name == THEME else preference.choices

    def _set(self, name: str, value: str | None) -> bool:
        """Change a setting, or take it back to its default; whether that could be done."""
        study = self.navigator.study
        self._said = self._problem = ""
        try:
            changed = reset(study, name) if value is None else change(study, name, value)
            self.navigator.apply_settings()
        except QuiztermError as error:
            self._problem = str(error)
            self._show_about()
            return False
        self._said = "Kept; in force when quizterm is started next" if changed.needs_restart else "Kept"
        self._show()
        return True

    def _follow_theme(self) -> None:
        """Another one was taken elsewhere; it is written into the settings after this."""
        self.call_after_refresh(self._show)

    def _leave_field(self) -> None:
        self.set_focus(None)
        self._line.display = False
        self.show_keys()

    def _show(self) -> None:
        self._preferences = preferences(self.navigator.study)
        width = max(len(one.name) for one in self._preferences) + 2
        self._menu.show([self._row(one, width) for one in self._preferences])
        self._show_about()

    def _show_about(self) -> None:
        marked = self._marked
        lines = [Content.styled(f"{marked.does[0].upper()}{marked.does[1:]}.", "bold"), self._what_it_may_be(marked)]
        if self._problem:
            lines.append(Content("✗ ").append(one_line(self._problem)).stylize("$text-error"))
        elif self._said:
            lines.append(Content.styled(f"✓ {self._said}", "$text-success"))
        self._about.show([Paragraph(joined(lines))])

    def _what_it_may_be(self, marked: Preference) -> Content:
        if marked.name == KEYS:
            return Content.styled(f"{self.key_of('change')} shows every command with its keys.", "$foreground-muted")
        choices = self._choices(marked)
        may_be = f"one of {len(choices)}" if len(choices) > MOST_NAMED else " or ".join(choices) or marked.allowed
        return one_line(f"May be {may_be}; default: {marked.default}.", "$foreground-muted")

    def _row(self, preference: Preference, width: int) -> Row:
        own_keys = f"{len(self.navigator.study.settings.keys) or 'none'} changed"
        value = own_keys if preference.name == KEYS else preference.value
        shown = one_line(value, "" if preference.is_default else "bold $text-accent")
        marks = [] if preference.is_default else [Content.styled("changed", "$foreground-muted")]
        title = Content("  ").join([Content(f"{preference.name:<{width - 2}}"), shown, *marks])
        if self.size.width >= WIDE:
            title = title.pad_right(max(VALUE_END - title.cell_length, 2)) + one_line(
                preference.does, "$foreground-muted"
            )
        return Row(preference.name, title)
