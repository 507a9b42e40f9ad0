"""Every command of the app, declared once: keys, key bar, palette and help are made from this table."""

from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from textual.binding import Binding, BindingType


class Place(Enum):
    """Where a command works; the value is its heading in the help."""

    EVERYWHERE = "Everywhere"
    TODAY = "Today"
    REVIEW = "Review"
    FIELD = "Review, in a field"
    QUESTION = "Review, question"
    ANSWER = "Review, answer"
    ENDING = "End of a sitting"
    LESSONS = "Lessons"
    LESSON = "Lesson"
    CONTENTS = "Contents"
    HELP = "Help"


class Command(NamedTuple):
    """Something a key does; the screen has a method `action_<name>`.

    With `each`, the keys stand for different values of one thing, and the action is given the key.
    """

    name: str
    keys: tuple[str, ...]
    words: str  # in help and palette
    short: str = ""  # in the key bar; empty: not shown there
    each: bool = False

    @property
    def shown_keys(self) -> str:
        keys = [_SHOWN.get(key, key) for key in self.keys]
        if self.each and len(keys) > 2:
            return f"{keys[0]} to {keys[-1]}"
        return " ".join(keys)

    @property
    def first_key(self) -> str:
        return _SHOWN.get(self.keys[0], self.keys[0])


_SHOWN = {
    "question_mark": "?",
    "colon": ":",
    "minus": "-",
    "at": "@",
    "escape": "esc",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "pgdn",
    "pageup": "pgup",
}

_BACK = Command("back", ("q", "escape"), "Go back", "back")
_SCROLL = (
    Command("scroll_lines('1')", ("j", "down"), "Scroll down"),
    Command("scroll_lines('-1')", ("k", "up"), "Scroll up"),
    Command("scroll_pages('0.5')", ("ctrl+d", "pagedown"), "Scroll down half a page"),
    Command("scroll_pages('-0.5')", ("ctrl+u", "pageup"), "Scroll up half a page"),
)
_MOVE = (
    Command("move('1')", ("j", "down"), "Move down"),
    Command("move('-1')", ("k", "up"), "Move up"),
    Command("move_to('first')", ("g", "home"), "Move to the first line"),
    Command("move_to('last')", ("G", "end"), "Move to the last line"),
)

COMMANDS: dict[Place, tuple[Command, ...]] = {
    Place.EVERYWHERE: (
        Command("help", ("question_mark",), "The keys of this screen", "keys"),
        Command("command_palette", ("ctrl+p", "colon"), "All commands"),
        Command("next_theme", ("T",), "Next colour theme"),
    ),
    Place.TODAY: (
        Command("start", ("enter", "space"), "Start what is marked", "start"),
        Command("lessons", ("l",), "All lessons", "lessons"),
        *_MOVE,
        Command("leave", ("q",), "Leave quizterm", "quit"),
    ),
    Place.FIELD: (
        Command("reveal", ("enter",), "Show the answer", "answer"),
        Command("leave_field", ("escape",), "Leave the field", "leave the field"),
    ),
    Place.QUESTION: (Command("reveal", ("space", "enter"), "Show the answer", "answer"),),
    Place.ANSWER: (
        Command("take", ("space", "enter"), "Take the suggested grade", "grade"),
        Command("grade", ("1", "2", "3", "4"), "Grade: Again, Hard, Good, Easy", each=True),
        Command("tick", ("a", "b", "c", "d", "e"), "Tick a key point you said", each=True),
        Command("ask_again", ("r",), "The question again", "question"),
    ),
    Place.REVIEW: (
        Command("open_lesson", ("o",), "Read the lesson here, then come back", "lesson"),
        Command("undo", ("u",), "Undo the last answer or change", "undo"),
        Command("bury", ("minus",), "Bury: not again today", "bury"),
        Command("suspend", ("at",), "Suspend: not again until `quizterm resume CARD`", "suspend"),
        Command("enter_field", ("tab",), "Back into the field"),
        *_SCROLL,
        _BACK,
    ),
    Place.ENDING: (
        Command("back", ("enter", "space", "q", "escape"), "Back to Today", "today"),
        Command("undo", ("u",), "Undo the last answer or change", "undo"),
        Command("lessons", ("l",), "All lessons", "lessons"),
    ),
    Place.LESSONS: (
        Command("open", ("enter", "space"), "Open the lesson", "open"),
        *_MOVE,
        _BACK,
    ),
    Place.LESSON: (
        Command("turn('1')", ("n", "right"), "Next section; this one is read if its end was shown", "next"),
        Command("turn('-1')", ("p", "left"), "Previous section", "previous"),
        Command("contents", ("tab",), "Contents", "contents"),
        Command("ask_section", ("c",), "The cards of this section", "cards"),
        Command("copy_code", ("y",), "Copy the code on the page", "copy"),
        *_SCROLL,
        Command("scroll_to('top')", ("g", "home"), "To the top of the page"),
        Command("scroll_to('bottom')", ("G", "end"), "To the bottom of the page"),
        _BACK,
    ),
    Place.CONTENTS: (
        Command("open", ("enter", "space"), "Go to the section", "open"),
        *_MOVE,
        Command("back", ("q", "escape", "tab"), "Go back", "back"),
    ),
    Place.HELP: (
        *_SCROLL,
        Command("back", ("q", "escape", "question_mark"), "Go back", "back"),
    ),
}


def bindings(*places: Place) -> list[BindingType]:
    """The Textual bindings of these places' commands."""
    made = {(key, action): words for place in places for key, action, words in _actions(COMMANDS[place])}
    return [Binding(key, action, words, show=False) for (key, action), words in made.items()]


def is_available(action: str, places: Collection[Place]) -> bool | None:
    """Whether an action works in these places; None for actions that are not in the table."""
    known = [place for place, commands in COMMANDS.items() if any(_method(one) == action for one in commands)]
    return any(place in places for place in known) if known else None


def commands_in(places: Iterable[Place]) -> Iterator[Command]:
    """The commands of several places, one after another."""
    for place in places:
        yield from COMMANDS[place]


def _actions(commands: Iterable[Command]) -> Iterator[tuple[str, str, str]]:
    for command in commands:
        for key in command.keys:
            yield key, f"{command.name}('{key}')" if command.each else command.name, command.words


def _method(command: Command) -> str:
    return command.name.partition("(")[0]
