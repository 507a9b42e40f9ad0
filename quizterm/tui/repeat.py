"""Telling apart presses of one key: held down, pressed anew, pressed once more to confirm."""

from collections.abc import Callable

QUIET_SECONDS = 0.2
CONFIRMING_SECONDS = 8.0


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


class Confirmation:
    """Things that are done only when they are asked for twice."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._asked = ("", float("-inf"))

    def is_given(self, what: str) -> bool:
        """Whether this is the second time that something is asked for, soon after the first and nothing in between."""
        (asked, at), now = self._asked, self._monotonic()
        if what == asked and now - at <= CONFIRMING_SECONDS:
            self._asked = ("", float("-inf"))
            return True
        self._asked = (what, now)
        return False
