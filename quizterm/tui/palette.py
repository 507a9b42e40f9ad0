"""The command palette: what the registry offers on the screen below, every screen, lesson, exercise and theme."""

from collections.abc import Callable, Iterator
from functools import partial

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.events import Mount
from textual.message import Message
from textual.types import IgnoreReturnCallbackType
from textual.widgets import Input

from quizterm.study.quiz import QuizKind
from quizterm.tui.commands import Command, Place, commands_in, shown_key
from quizterm.tui.navigator import Navigator
from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.text import one_line

Entry = tuple[Content, IgnoreReturnCallbackType]
_MOVING = frozenset({"scroll_lines", "scroll_pages", "scroll_to", "move", "move_pages", "move_to", "back"})


class Palette(CommandPalette):
    """Textual's palette, deaf once it is closed: a second key that was on its way would close the screen below too."""

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Input))  # at once: the next key may be on its way already

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._is_there and super().check_action(action, parameters)

    def _action_command_list(self, action: str) -> None:
        """As Textual's, which looks in vain for the lines of a page where the list has no room, or is not drawn yet."""
        if not action.startswith("page_") or self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)

    async def _dispatch_message(self, message: Message) -> None:
        is_of_use = message.control is None and not isinstance(message, Mount)  # to a screen that ends
        if self._is_there or is_of_use:
            await super()._dispatch_message(message)

    @property
    def _is_there(self) -> bool:
        """With its widgets, which it has neither at the very beginning nor when it is closed."""
        return self.is_current and bool(self.children)


class QuiztermCommands(Provider):
    """Commands of the current screen, and all that can be opened by its name."""

    async def discover(self) -> Hits:
        """What may be looked for; moving about, and what a key picks among several, is only found by its words."""
        for display, run in self._entries(is_searched=False):
            yield DiscoveryHit(display, run, text=display.plain)

    async def search(self, query: str) -> Hits:
        """What the letters are found in, first what begins with them: `quiz` is no wish to leave quizterm."""
        matcher = self.matcher(query)
        for display, run in self._entries(is_searched=True):
            score = matcher.match(display.plain)
            if score > 0:
                is_beginning = display.plain.casefold().startswith(query.casefold())
                yield Hit(score + is_beginning, display, run, text=display.plain)

    def _entries(self, *, is_searched: bool) -> Iterator[Entry]:
        """The screen's own commands first, then what is known everywhere."""
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        navigator = screen.navigator
        named = {command.name: command for command in commands_in(screen.places, navigator.table)}
        screens = _screens(navigator)
        for command in named.values():
            if command.name not in screens and (is_searched or not _is_only_searched(command)):
                yield from _by_key(command, screen.run_action)
        for name, (title, run) in screens.items():
            yield _display(title, named[name].shown_keys if name in named else ""), run
        for command in commands_in([Place.EVERYWHERE], navigator.table):
            if command.name != "command_palette":
                yield from _by_key(command, self.app.run_action)
        yield from _of_the_course(navigator)
        for name in self.app.available_themes:
            yield Content("Theme: ") + one_line(name), partial(self._take_theme, navigator, name)

    def _take_theme(self, navigator: Navigator, name: str) -> None:
        self.app.theme = name
        navigator.keep_setting("theme", name, f"Theme: {name}")


def _is_only_searched(command: Command) -> bool:
    return command.each or command.name.partition("(")[0] in _MOVING


def _by_key(command: Command, run_action: Callable[[str], object]) -> Iterator[Entry]:
    if not command.each:
        yield _display(command.words, command.shown_keys), partial(run_action, command.name)
        return
    for key, value in zip(command.keys, command.values or command.keys, strict=True):
        yield _display(command.words, shown_key(key)), partial(run_action, f"{command.name}('{value}')")


def _display(words: str, keys: str) -> Content:
    return Content.assemble(words, "  ", (keys, "bold")) if keys else Content(words)


def _screens(navigator: Navigator) -> dict[str, tuple[str, Callable[[], None]]]:
    """The screens that have no key everywhere, by the names of the commands that open them where there are such."""
    return {
        "review": ("Review", navigator.begin_review),
        "lessons": ("All lessons", navigator.open_lessons),
        "exercises": ("All exercises", navigator.open_exercises),
        "browse": ("Browse: all cards and exercises", navigator.open_browse),
        "stats": ("Stats: what you did, and how well it is remembered", navigator.open_stats),
        "stepper": ("Step through the training loop", navigator.open_stepper),
        "placement": ("Placement: ten questions that enter what you know already", _placement(navigator)),
        "mock_interview": ("Mock interview: five questions", navigator.open_interview),
        "keys": ("Keys of every command, to change them", navigator.open_keys),
    }


def _placement(navigator: Navigator) -> Callable[[], None]:
    return partial(navigator.open_quiz, QuizKind.PLACEMENT)


def _of_the_course(navigator: Navigator) -> Iterator[Entry]:
    courses = navigator.study.catalog.courses
    entries = [(f"{course.slug}.{lesson.slug}", lesson) for course in courses for lesson in course.lessons]
    for name, lesson in entries:
        yield Content("Lesson: ") + one_line(lesson.title), partial(navigator.open_lesson, name)
    for name, lesson in entries:
        if len(lesson.cards):
            run = partial(navigator.open_quiz, QuizKind.AFTER, name)
            yield Content("Quiz: ") + one_line(lesson.title), run
    for slug in dict.fromkeys(slug for _, lesson in entries for slug in lesson.exercises):
        yield Content("Exercise: ") + one_line(slug), partial(navigator.open_exercise, slug)
