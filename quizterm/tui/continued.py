"""Coming back after a stop that no program hears of: SIGSTOP, and then `fg` in the shell or SIGCONT."""

import asyncio
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

from textual.app import App


def come_back_when_continued(app: App[None]) -> None:
    """Take the terminal anew and draw the screen, as after ctrl+z. To be called where the app's loop runs."""
    number = getattr(signal, "SIGCONT", None)
    resume = signal.getsignal(number) if number is not None else None
    if number is not None and callable(resume) and app._driver is not None:
        signal.signal(number, _Continued(app, resume))


class _Continued:
    """What is done at SIGCONT, by the loop: within something else, such as the giving back of the terminal at the end,
    it would leave half of either.

    Args:
        resume: Textual's part. It takes the terminal as if it had been given back before, which is so after ctrl+z
            alone: after SIGSTOP a second thread would read the keys, and the screen would stay empty.
    """

    def __init__(self, app: App[None], resume: Callable[[int, FrameType | None], Any]) -> None:
        self._app = app
        self._driver: Any = app._driver
        self._resume = resume
        self._loop = asyncio.get_running_loop()
        self._is_asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        del frame
        if self._loop.is_running() and not self._is_asked:
            self._is_asked = True
            self._loop.call_soon_threadsafe(self._come_back, number)

    def _come_back(self, number: int) -> None:
        self._is_asked = False
        if not self._app.is_running:  # the terminal is somebody else's again
            return
        if self._driver._auto_restart and not self._driver._must_signal_resume:
            self._driver.suspend_application_mode()
        self._resume(number, None)
        self._app.refresh(layout=True)
