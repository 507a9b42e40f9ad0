"""An end that is asked for from outside: the machine is shut down, the terminal was closed, or a signal interrupts."""

import asyncio
import signal
from collections.abc import Callable
from types import FrameType

_SHELLS_ADD = 128  # to the number of the signal that ended a program


def end_when_told(end: Callable[[int], None]) -> None:
    """Let `end` leave the app with an exit code: the terminal is given back, what is typed is saved, no process stays.

    To be called where the app's loop runs.
    """
    loop = asyncio.get_running_loop()
    try:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                loop.add_signal_handler(number, end, _SHELLS_ADD + number)
        _end_when_interrupted(loop, end)
    except (NotImplementedError, RuntimeError, ValueError):  # on Windows, or outside the main thread
        return


def _end_when_interrupted(loop: asyncio.AbstractEventLoop, end: Callable[[int], None]) -> None:
    """The same for an interrupt, unless a shell lets its background jobs ignore them.

    Not by the loop: it would see afterwards what was meant for the learner's editor, which has the terminal for a time.
    """

    def interrupted(number: int, frame: FrameType | None) -> None:
        if loop.is_running():
            loop.call_soon_threadsafe(end, _SHELLS_ADD + number)
        else:
            signal.default_int_handler(number, frame)

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupted)
