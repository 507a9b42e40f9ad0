"""Coming back after a stop that no program hears of: SIGSTOP, and then `fg` in the shell or SIGCONT."""

import asyncio
import signal
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from textual.app import App
from textual.driver import Driver


def come_back_when_continued(app: App[None]) -> None:
    """Take the terminal anew and draw the screen, as after ctrl+z. To be called where the app's loop runs."""
    number = getattr(signal, "SIGCONT", None)
    resume = signal.getsignal(number) if number is not None else None
    if number is not None and callable(resume) and app._driver is not None:
        loop = asyncio.get_running_loop()
        draw = partial(loop.call_soon_threadsafe, partial(app.refresh, layout=True))
        signal.signal(number, _Continued(app._driver, resume, draw))


class _Continued:
    """What is done at SIGCONT.

    Args:
        resume: Textual's part. It takes the terminal as if it had been given back before, which is so after ctrl+z
            alone: after SIGSTOP a second thread would read the keys, and the screen would stay empty.
        draw: has the screen drawn.
    """

    def __init__(self, driver: Driver, resume: Callable[[int, FrameType | None], Any], draw: Callable[[], Any]) -> None:
        self._driver: Any = driver
        self._resume = resume
        self._draw = draw
        self._is_at_it = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self._is_at_it:  # a job that was continued in the background is stopped at once, and continued again
            return
        self._is_at_it = True
        try:
            if self._driver._auto_restart and not self._driver._must_signal_resume:
                self._driver.suspend_application_mode()
            self._resume(number, frame)
            self._draw()
        finally:
            self._is_at_it = False
