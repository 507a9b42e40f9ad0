"""Whether the app can be shown, or only lines of text."""

import os
import sys


def is_interactive() -> bool:
    """Whether someone sits at a terminal that can draw: the app reads standard input and draws on standard error."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"
