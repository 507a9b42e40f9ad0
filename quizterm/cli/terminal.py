"""Whether the app can be shown, or only lines of text."""

import os
import sys

from quizterm.cli.interruptible import await_input
from quizterm.cli.text import one_line

_YES = ("y", "yes")


def is_interactive() -> bool:
    """Whether someone sits at a terminal that can draw: the app reads standard input and draws on standard error."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


def ask(question: str) -> bool:
    """Put a question to the one at the terminal; anything but yes is no."""
    print(f"{one_line(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    await_input(sys.stdin)
    return sys.stdin.readline().strip().lower() in _YES
