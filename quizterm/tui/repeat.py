"""Telling a key that is held down from one that is pressed anew."""

from collections.abc import Callable

QUIET_SECONDS = 0.2


class RepeatGuard:
    """Presses that follow a reveal, or one another, too fast for a decision."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._last = float("-inf")

    def begin(self) -> None:
        """The answer was revealed now."""
        self._last = self._monotonic()

    def is_repeat(self) -> bool:
        """Whether a press now is part of a key held down since the reveal."""
        now = self._monotonic()
        if now - self._last >= QUIET_SECONDS:
            return False
        self._last = now
        return True
