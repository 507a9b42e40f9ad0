"""How long the learner has thought about a card, without the time spent in its lesson."""

from collections.abc import Callable


class Stopwatch:
    """Time that runs, and can be halted."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._counted = 0.0
        self._since: float | None = None

    def restart(self) -> None:
        self._counted = 0.0
        self._since = self._monotonic()

    def pause(self) -> None:
        self._counted = self._seconds()
        self._since = None

    def resume(self) -> None:
        if self._since is None:
            self._since = self._monotonic()

    @property
    def milliseconds(self) -> int:
        return round(self._seconds() * 1000)

    def _seconds(self) -> float:
        return self._counted + (0.0 if self._since is None else self._monotonic() - self._since)
