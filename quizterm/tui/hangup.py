"""An end that is asked for from outside: the machine is shut down, or the terminal was closed."""

import asyncio
import signal
from collections.abc import Callable

_SHELLS_ADD = 128  # to the number of the signal that ended a program


def end_when_told(end: Callable[[int], None]) -> None:
    """Let `end` leave the app with an exit code: the terminal is given back, what is typed is saved, no process stays.

    To be called where the app's loop runs.
    """
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            try:
                loop.add_signal_handler(number, end, _SHELLS_ADD + number)
            except (NotImplementedError, RuntimeError, ValueError):  # on Windows, or outside the main thread
                return
