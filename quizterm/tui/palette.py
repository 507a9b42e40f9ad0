"""The command palette: what the registry offers on the screen below, and every lesson by its title."""

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.types import IgnoreReturnCallbackType

from quizterm.study.reading import lessons
from quizterm.tui.commands import Command, Place, commands_in
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.text import one_line


class QuiztermCommands(Provider):
    """Commands of the current screen, and lessons to open."""

    async def discover(self) -> Hits:
        for display, run in self._entries():
            yield DiscoveryHit(display, run, text=display.plain)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for display, run in self._entries():
            score = matcher.match(display.plain)
            if score > 0:
                yield Hit(score, display, run, text=display.plain)

    def _entries(self) -> Iterator[tuple[Content, IgnoreReturnCallbackType]]:
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        for command in commands_in(screen.places, screen.navigator.table):
            if not command.each:
                yield _display(command), partial(screen.run_action, command.name)
        for command in commands_in([Place.EVERYWHERE], screen.navigator.table):
            if command.name != "command_palette":
                yield _display(command), partial(self.app.run_action, command.name)
        for line in lessons(screen.navigator.study):
            name = f"{line.course}.{line.slug}"
            yield Content("Lesson: ") + one_line(line.title), partial(screen.navigator.open_lesson, name)


def _display(command: Command) -> Content:
    return Content.assemble(command.words, "  ", (command.shown_keys, "$foreground-muted"))
