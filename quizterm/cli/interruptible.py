"""Waiting for a terminal's input without missing ctrl+c."""

import functools
import os
import select
import signal
import sys
from typing import TextIO


def await_input(source: TextIO) -> None:
    """Return when a terminal has something to read; at once for any other source.

    A ctrl+c that comes between Python's last look at its signals and the start of a blocking read would leave the read
    waiting. Here every signal also writes a byte into a pipe, whenever it comes, and that ends the wait.

    Raises:
        KeyboardInterrupt: ctrl+c was pressed, before or during the wait.
    """
    if not source.isatty() or sys.platform == "win32":  # select there knows sockets only
        return
    told, teller = _pipe()
    before = signal.set_wakeup_fd(teller, warn_on_full_buffer=False)
    try:
        while source.fileno() not in select.select([source.fileno(), told], [], [])[0]:
            os.read(told, 64)  # a signal whose handler lets the program go on
    finally:
        signal.set_wakeup_fd(before)


@functools.cache  # kept open: closing it in time would need a moment in which no interrupt comes
def _pipe() -> tuple[int, int]:
    told, teller = os.pipe()
    os.set_blocking(teller, False)
    return told, teller
