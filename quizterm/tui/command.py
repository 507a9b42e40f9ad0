"""What a command is, and where it works."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from textual.keys import format_key


class Place(Enum):
    """Where a command works; the value is its heading in the help, up to a comma that of its whole screen."""

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
    INFO = "Card info"
    NOTE = "Note"
    STATS = "Stats"
    BROWSE = "Browse"
    FILTER = "Browse, in the filter"
    QUIZ = "Quiz"
    QUIZ_FIELD = "Quiz, in a field"
    QUIZ_QUESTION = "Quiz, question"
    QUIZ_JUDGED = "Quiz, answer"
    QUIZ_OWN_WORD = "Quiz, answer said aloud"
    QUIZ_RESULT = "End of a quiz"
    INTERVIEW = "Interview"
    GLOSSARY = "Glossary"
    STEPPER = "Loop stepper"
    SETTINGS = "Settings"
    SETTING = "Settings, while typing"
    KEYS = "Keys"
    KEYS_SEARCH = "Keys, in the search"
    EXERCISES = "Exercises"
    EXERCISE = "Exercise"
    EDITOR = "Exercise, in the editor"
    FIND = "Exercise, in the search"
    CONFLICT = "Exercise, two versions of the file"
    ATTEMPTS = "Attempts"
    BESIDE = "Two versions"
    RESULTS = "Results"
    HELP = "Help"


class Command(NamedTuple):
    """Something a key does; the screen has a method `action_<name>`.

    With `each`, the keys stand for different values of one thing, and the action is given the value.
    """

    name: str
    keys: tuple[str, ...]
    words: str  # in help and palette
    short: str = ""  # in the key bar; empty: not shown there
    each: bool = False
    called: str = ""  # in the settings; needed where the name has a parameter
    values: tuple[str, ...] = ()  # with `each`: what each key stands for; empty: the keys themselves
    at: str = ""  # the state of its screen in which the key bar shows it, before the others; empty: in any

    @property
    def shown_keys(self) -> str:
        keys = [shown_key(key) for key in self.keys]
        if self.each and len(keys) > 2 and not self.values:
            return f"{keys[0]} to {keys[-1]}"
        return " ".join(keys)

    @property
    def first_key(self) -> str:
        return shown_key(self.keys[0])


Table = Mapping[Place, tuple[Command, ...]]

_SHOWN = {
    "escape": "esc",
    "enter": "enter",
    "backspace": "backspace",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "pgdn",
    "pageup": "pgup",
}


def shown_key(key: str) -> str:
    """A key as the learner's keyboard has it."""
    return _SHOWN.get(key) or format_key(key)
