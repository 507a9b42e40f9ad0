"""Single keys from a terminal, without waiting for enter; lines' first letters from anything else."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TextIO


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
        yield lambda: os.read(descriptor, 1).decode("ascii", errors="replace")
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _first_letter(source: TextIO) -> str:
    line = source.readline()
    return (line.strip() or " ")[0] if line else ""
