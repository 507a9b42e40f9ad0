"""Collecting faults of one file while reading goes on."""

from pathlib import Path

from quizterm.course.model import Fault

_QUOTE_LIMIT = 60


class Report:
    """The faults found so far in one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._faults: set[Fault] = set()

    def add(self, index: int, message: str) -> None:
        """Note a fault; `index` counts lines from 0."""
        self._faults.add(Fault(self.file, index + 1, message))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults, by line."""
        return tuple(sorted(self._faults))


def unreadable(file: Path, error: OSError) -> Fault:
    """The fault of a file that cannot be read at all."""
    return Fault(file, 1, f"the file cannot be read: {error.strerror}; mend that or take it away")


def quoted(text: str) -> str:
    """Text of a file as a message shows it: on one line, short, without anything a terminal would obey."""
    line = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return f"`{line[: _QUOTE_LIMIT - 1]}…`" if len(line) > _QUOTE_LIMIT else f"`{line}`"


def suggestion(word: str, known: tuple[str, ...] | list[str]) -> str:
    """` (did you mean ...?)` with the closest known word, or nothing."""
    from difflib import get_close_matches  # only needed when something is wrong

    close = get_close_matches(word[:100], known, n=1)
    return f" (did you mean {quoted(close[0])}?)" if close else ""
