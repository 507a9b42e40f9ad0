"""A conversation in lines: what is written is flushed before a line is awaited."""

from typing import TextIO

from quizterm.cli.interruptible import await_input
from quizterm.errors import UsageError
from quizterm.visible import visible

_LONGEST_LINE = 100_000


class EndOfInputError(Exception):
    """No more lines will come."""


class Lines:
    """Standard input and output, or what a test puts in their place."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target

    def say(self, text: str = "") -> None:
        """Write lines; whatever a terminal would obey comes out visible."""
        self._target.write(visible(text) + "\n")

    def ask(self, prompt: str) -> str:
        """The next line without its ending.

        Raises:
            EndOfInputError: the input ended.
            UsageError: the line is too long to have been typed.
        """
        self._target.write(visible(prompt) + " ")
        self._target.flush()
        await_input(self._source)
        line = self._source.readline(_LONGEST_LINE + 1)
        if len(line) > _LONGEST_LINE:
            raise UsageError(f"standard input: a line of more than {_LONGEST_LINE:,} characters; write shorter ones")
        if not line:
            self._target.write("\n")
            raise EndOfInputError
        if not self._source.isatty():
            self._target.write("\n")  # a terminal echoes the enter key, a pipe does not
        return line.rstrip("\r\n")
