"""The sections of a lesson, or its exercises, to go to one of them."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.tui.blocks import EMPTY
from quizterm.tui.commands import Place, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.moving import MovingScreen
from quizterm.tui.screens.scrolling import Page
from quizterm.tui.text import one_line
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.menu import Menu, Row


class ContentsScreen(MovingScreen):
    """A menu of parts of a lesson.

    Args:
        lesson: its title.
        parts: slug, title and whether it is done, of each.
        here: slug of the part one comes from.
        go: called with the slug of the part that is chosen.
        what: they are; done: what a part is that is done. Our own words.
    """

    PLACES = (Place.CONTENTS,)
    BINDINGS: ClassVar = bindings(Place.CONTENTS)

    def __init__(
        self,
        navigator: Navigator,
        lesson: str,
        parts: Sequence[tuple[str, str, bool]],
        here: str | None,
        go: Callable[[str], None],
        *,
        what: str = "contents",
        done: str = "read",
    ) -> None:
        super().__init__(navigator)
        self._lesson = lesson
        self._what = what
        rows = [
            Row(slug, one_line(title), Content.styled(f"✓ {done}", "$text-success") if is_done else EMPTY)
            for slug, title, is_done in parts
        ]
        self._menu = Menu(rows, marked=here)
        self._go = go

    def compose_body(self) -> ComposeResult:
        yield TopBar(one_line(self._lesson, "bold"), Content(self._what))
        with Page():
            yield self._menu

    def action_open(self) -> None:
        if self._menu.marked is not None:
            self._choose(self._menu.marked.name)

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self._choose(event.name)

    def _choose(self, slug: str) -> None:
        self.navigator.go_back()
        self._go(slug)
