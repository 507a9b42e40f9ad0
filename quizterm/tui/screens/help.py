"""The keys of the screen below, from the registry."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from quizterm.tui.blocks import Block, Heading, Item, Items, Paragraph
from quizterm.tui.commands import Command, Place, Table, bindings
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.scrolling import Page, ScrollingScreen
from quizterm.tui.widgets.bars import TopBar
from quizterm.tui.widgets.prose import Prose


class HelpScreen(ScrollingScreen):
    """What the keys of some places do.

    Args:
        about: the places, in the order they are shown.
    """

    PLACES = (Place.HELP,)
    BINDINGS: ClassVar = bindings(Place.HELP)

    def __init__(self, navigator: Navigator, about: Sequence[Place]) -> None:
        super().__init__(navigator)
        self._about = about

    @property
    def shown_places(self) -> tuple[Place, ...]:
        return self.PLACES  # the key that shows this elsewhere leads back from here

    def compose_body(self) -> ComposeResult:
        yield TopBar(Content.styled("Keys", "bold"))
        with Page():
            yield Prose(_blocks(self._about, self.navigator.table))


def _blocks(places: Sequence[Place], table: Table) -> list[Block]:
    width = max(len(command.shown_keys) for place in places for command in table[place]) + 2
    blocks: list[Block] = []
    for place in places:
        blocks += [Heading(Content(place.value), 3), Items(tuple(_line(command, width) for command in table[place]))]
    return blocks


def _line(command: Command, width: int) -> Item:
    return Item(Content.styled(f"{command.shown_keys:<{width}}", "bold"), (Paragraph(Content(command.words)),))
