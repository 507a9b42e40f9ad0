"""The app: the door to it, and what it does whatever screen is shown."""

import gc
import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.command import Provider
from textual.events import Event, InputEvent, Key, Paste
from textual.message import Message
from textual.screen import Screen

from quizterm.errors import DatabaseDamagedError, DatabaseUnavailableError, QuiztermError, SettingsError
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.commands import Place, bindings
from quizterm.tui.continued import come_back_when_continued
from quizterm.tui.hangup import end_when_told
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.text import one_line, visible
from quizterm.tui.typed_ahead import act_before_the_next
from quizterm.tui.ways import Ways

if TYPE_CHECKING:
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode

LOOK_AT_THE_DAY_S = 60.0
_INTERRUPTED = 130  # 128 + SIGINT: before the app hears of signals, asyncio ends it at one without an exit code


def run(study: Study, begin: Callable[[], Review] | None = None) -> int:
    """Open the app at Today or in a sitting; returns the exit code of the process.

    Args:
        begin: gives the sitting; None for Today.

    Raises:
        UsageError: there is no such sitting.
        SettingsError: the keys of the settings contradict one another.
        StoreError: the learner's data could not be used any more, or was found damaged; the terminal is restored.
    """
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)  # some shells export them: they are believed, though the window has another size
    gc.disable()  # until the first paint: collecting what imports made takes 45 ms
    try:
        app = QuiztermApp(study, begin() if begin is not None else None)
        app.run()
    finally:
        gc.enable()
    problem = app.problem or app.danger
    if problem is not None:
        raise problem
    return _INTERRUPTED if app.return_code is None else app.return_code


def quizterm_commands() -> type[Provider]:
    """The palette's source, imported when the palette is opened."""
    from quizterm.tui.palette import QuiztermCommands

    return QuiztermCommands


class DataInDanger(Message):
    """The learner's database is damaged, or cannot be backed up."""

    def __init__(self, problem: QuiztermError) -> None:
        super().__init__()
        self.problem = problem


class QuiztermApp(Ways):
    """Screens over one study.

    Args:
        review: a sitting to begin with, instead of Today.
        monotonic: seconds of a clock that only runs forwards; tests replace it.
    """

    TITLE = "quizterm"
    CSS_PATH = "app.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (9, "-short"), (17, "-tall")]  # noqa: RUF012 (no ClassVar in Textual either)
    COMMANDS: ClassVar = {quizterm_commands}
    BINDINGS: ClassVar = bindings(Place.EVERYWHERE)

    def __init__(
        self, study: Study, review: Review | None = None, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(study, monotonic)
        self.danger: QuiztermError | None = None  # told once more when the app is closed: then a backup can be restored
        self._review = review
        self._safe_day: int | None = None  # the last study day on which the data were looked after
        self._is_crashed = False
        self._is_ending = False

    @property
    def problem(self) -> QuiztermError | None:
        """What ended the app, if the user can understand and mend it."""
        return self._exception if isinstance(self._exception, QuiztermError) else None

    def get_default_screen(self) -> Screen[None]:
        return self._today() if self._review is None else self._review_screen(self._review)

    def on_load(self) -> None:
        end_when_told(self.end)  # before the terminal is taken, so that it is always given back

    def on_mount(self) -> None:
        come_back_when_continued(self)
        self.call_after_refresh(self._after_first_paint)

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: "DOMNode | None" = None,
        namespaces: "Mapping[str, DOMNode] | None" = None,
    ) -> bool:
        """As Textual's; what the database cannot store at present, or at this time, is told and can be asked again."""
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except (DatabaseUnavailableError, SettingsError) as error:
            self.tell(str(error))
            return True

    def end(self, exit_code: int) -> None:
        """Leave at once: keys that wait, of a long paste say, are not typed first."""
        self._is_ending = True
        self.exit(None, exit_code)

    async def on_event(self, event: Event) -> None:
        if self._is_ending and isinstance(event, InputEvent):
            return
        if isinstance(event, Paste) and not isinstance(self.screen, CommandScreen):
            event.text = visible(event.text)  # the palette's field would give the terminal what it obeys
        if isinstance(event, Key) and not event.is_forwarded and await act_before_the_next(self, event):
            return
        await super().on_event(event)

    def action_help(self) -> None:
        from quizterm.tui.screens.help import HelpScreen

        screen = self.screen
        if isinstance(screen, CommandScreen) and not isinstance(screen, HelpScreen):
            self.push_screen(HelpScreen(self, (*screen.places, Place.EVERYWHERE)))

    def action_help_quit(self) -> None:
        """What Textual does at ctrl+c where nothing is marked to be copied; it would name a key of its own."""
        key = next(command for command in self.table[Place.TODAY] if command.name == "leave").first_key
        is_at_today = isinstance(self.screen, CommandScreen) and Place.TODAY in self.screen.places
        self.tell(f"{key} leaves quizterm" if is_at_today else f"{key} at Today leaves quizterm")

    def action_command_palette(self) -> None:
        from quizterm.tui.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def action_glossary(self) -> None:
        self.open_glossary()

    def action_settings(self) -> None:
        self.open_settings()

    def action_next_theme(self) -> None:
        names = list(self.available_themes)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.keep_setting("theme", self.theme, f"Theme: {self.theme}")

    def _after_first_paint(self) -> None:
        gc.enable()
        gc.freeze()
        self._look_at_the_day()
        self.set_interval(LOOK_AT_THE_DAY_S, self._look_at_the_day)
        name = self.study.settings.theme
        if name not in self.available_themes:
            self.notify(f"There is no theme {one_line(name).plain!r}; T goes through those there are", markup=False)

    def _look_at_the_day(self) -> None:
        """On each study day that the app sees, keep the data safe once; it may stay open for weeks."""
        try:
            day = self.study.now().day
        except SettingsError as error:  # the machine's clock was set far away
            self.tell(str(error))
            return
        if day == self._safe_day:
            return
        if self._safe_day is not None and isinstance(self.screen, CommandScreen):
            self.screen.day_turned()
        self._safe_day = day
        self.run_worker(self._keep_data_safe, thread=True)

    def _keep_data_safe(self) -> None:
        from quizterm.study.upkeep import keep_safe

        try:
            keep_safe(self.study)
        except QuiztermError as error:
            self.post_message(DataInDanger(error))

    def on_data_in_danger(self, message: DataInDanger) -> None:
        if isinstance(message.problem, DatabaseDamagedError):
            self.danger = message.problem
        self.notify(one_line(str(message.problem)).plain, severity="error", markup=False, timeout=30)

    def _fatal_error(self) -> None:
        """Textual's hook for unhandled exceptions: it would print the whole traceback; quizterm writes it to a file."""
        from rich.text import Text

        from quizterm.tui.crash import write_crash_log

        if self.problem is not None:
            self.panic()  # without a word: `run` raises it
        elif self._exception is not None and not self._is_crashed:
            self._is_crashed = True
            self.panic(Text(write_crash_log(self._exception)))
