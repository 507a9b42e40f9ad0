"""Single keys from a terminal, without waiting for enter; lines' first letters from anything else."""

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import TextIO

ESCAPE = "\x1b"
_MOST = 64
_SEQUENCE = re.compile(r"\x1b(\[[0-9;]*[~A-Za-z]|O.)?")


@contextlib.contextmanager
def single_keys(source: TextIO) -> Iterator[Callable[[], str]]:
    """A function that waits for the next key and gives its letter, "" at the end of the input.

    While this lasts, a terminal passes keys on at once and does not echo them; afterwards it is as before.
    """
    if not source.isatty() or sys.platform == "win32":
        yield lambda: _first_letter(source)
        return
    import termios
    import tty

    descriptor = source.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield _Keys(descriptor).next
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


class _Keys:
    """The keys of a terminal, one by one."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._typed = ""

    def next(self) -> str:
        """One that sends several characters at once, an arrow, say, comes as `ESCAPE`."""
        self._typed = self._typed or os.read(self._descriptor, _MOST).decode("utf-8", errors="replace")
        sequence = _SEQUENCE.match(self._typed)
        if sequence is not None:
            self._typed = self._typed[sequence.end() :]
            return ESCAPE
        key, self._typed = self._typed[:1], self._typed[1:]
        return key


def _first_letter(source: TextIO) -> str:
    line = source.readline()
    return (line.strip() or " ")[0] if line else ""
