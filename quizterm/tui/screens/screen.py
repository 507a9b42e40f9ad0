"""What all screens share: commands from the registry, the key bar, notices."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.events import Event, Mount, ScreenResume
from textual.screen import Screen

from quizterm.tui.commands import COMMANDS, Place, commands_in, is_available, rebound, shown_key
from quizterm.tui.navigator import Navigator
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import KeyBar
from quizterm.tui.widgets.notice import Notice
from quizterm.tui.widgets.prose import Prose


class CommandScreen(Screen[None]):
    """A screen whose keys are those of its places."""

    AUTO_FOCUS = ""
    PLACES: ClassVar[tuple[Place, ...]] = ()

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self.navigator = navigator
        self.key_bar = KeyBar((*self.PLACES, Place.EVERYWHERE), navigator.table)
        self._notice = Notice()
        if navigator.table is not COMMANDS:
            self.take_keys()

    def compose(self) -> ComposeResult:
        yield from self.compose_body()
        yield self.key_bar
        yield self._notice

    def compose_body(self) -> ComposeResult:
        """All but the key bar and the notice."""
        yield from ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the learner is now, the most special place first."""
        return self.PLACES

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Mount | ScreenResume) and not self._has_widgets:
            return
        await super().on_event(event)

    @property
    def _has_widgets(self) -> bool:
        """Not while keys typed ahead leave it, or the app, before it is drawn; nor when they come after that."""
        return bool(self.children) and self in self.app.screen_stack

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not (self.is_current and self._has_widgets):
            return False
        available = is_available(action, self.places)
        return super().check_action(action, parameters) if available is None else available

    @property
    def shown_places(self) -> tuple[Place, ...]:
        """The places whose keys the key bar shows."""
        return (*self.places, Place.EVERYWHERE)

    @property
    def states(self) -> tuple[str, ...]:
        """What holds now of all that commands are shown `at`."""
        return ()

    def show_keys(self) -> None:
        self.key_bar.show(self.shown_places, self.navigator.table, self.states)

    def day_turned(self) -> None:
        """A study day has begun while this screen is shown."""

    def take_keys(self) -> None:
        """Obey the keys that the table has now."""
        self._bindings = rebound(self._bindings, self.BINDINGS, self.navigator.table)

    def key_of(self, action: str) -> str:
        """The first key of a command of this screen, as the learner's keyboard has it."""
        return next(one for one in commands_in(self.places, self.navigator.table) if one.name == action).first_key

    def keys_of(self, place: Place, action: str) -> tuple[str, ...]:
        """All keys of a command, as the learner's keyboard has them."""
        command = next(one for one in self.navigator.table[place] if one.name == action)
        return tuple(map(shown_key, command.keys))

    def on_key(self) -> None:
        self._notice.clear()

    def tell(self, sentence: str) -> None:
        """A notice, until the next key that no field takes, or for some seconds."""
        self._notice.tell(one_line(sentence))

    def on_prose_followed(self, event: Prose.Followed) -> None:
        self.navigator.follow(event.address)

    def action_back(self) -> None:
        self.navigator.go_back()
