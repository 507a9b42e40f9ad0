"""What the settings do to the app: its colours, its motion, its keys."""

from collections.abc import Sequence

from textual.app import App
from textual.constants import TEXTUAL_ANIMATIONS

from quizterm import paths
from quizterm.errors import QuiztermError
from quizterm.study.session import Study
from quizterm.tui.commands import COMMANDS, Table, rebound
from quizterm.tui.contrast import readable
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.text import one_line


class ConfiguredApp(App[None]):
    """An app that obeys the settings of a study; raises SettingsError where their keys contradict one another."""

    def __init__(self, study: Study) -> None:
        super().__init__()
        self.study = study
        self.table: Table = COMMANDS
        self.apply_settings()

    def get_css_variables(self) -> dict[str, str]:
        self.theme_variables = readable(super().get_css_variables())
        return self.theme_variables

    def apply_settings(self) -> None:
        settings = self.study.settings
        if settings.keys or self.table is not COMMANDS:
            self._take_keys(settings.keys)
        if settings.theme in self.available_themes:
            self.theme = settings.theme
        self.animation_level = TEXTUAL_ANIMATIONS if settings.motion else "none"

    def keep_setting(self, name: str, value: str, said: str) -> None:
        from quizterm.study.preferences import change

        try:
            change(self.study, name, value)
        except QuiztermError as error:
            said = f"{said}, until you leave: {error}"
        self.tell(said)

    def tell(self, sentence: str) -> None:
        """A notice on whatever screen is shown."""
        if isinstance(self.screen, CommandScreen):
            self.screen.tell(sentence)
        else:
            self.notify(one_line(sentence).plain, markup=False)

    def _take_keys(self, keys: Sequence[tuple[str, Sequence[str]]]) -> None:
        from quizterm.tui.remapping import remapped

        self.table = remapped(keys, paths.settings_file())
        self._bindings = rebound(self._bindings, self.BINDINGS, self.table)
        for screen in self.screen_stack if self.is_running else ():
            if isinstance(screen, CommandScreen):
                screen.take_keys()
                screen.show_keys()
