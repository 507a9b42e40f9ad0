"""One worker kept ready ahead of need, so that a verdict does not wait for its start."""

import contextlib
import os
import select
from collections.abc import Callable
from dataclasses import dataclass

from quizterm.errors import GradingError


@dataclass(frozen=True, slots=True)
class Child:
    """A worker process and the referee's ends of its pipes, none of which blocks. `number` is the referee's own."""

    number: int
    command: int
    result: int
    output: int

    def is_silent(self) -> bool:
        """Whether the worker has neither ended nor said anything."""
        return not select.select([self.result], [], [], 0)[0]

    def close(self) -> None:
        for descriptor in (self.command, self.result, self.output):
            os.close(descriptor)


class Spare:
    """Holds at most one worker that `start` has started; `end` ends one."""

    def __init__(self, start: Callable[[], Child], end: Callable[[Child], object]) -> None:
        self._start = start
        self._end = end
        self._ready: Child | None = None

    def take(self) -> Child:
        """The worker that was kept ready, or a new one if it has died meanwhile."""
        ready, self._ready = self._ready, None
        if ready is not None and not ready.is_silent():
            self._discard(ready)
            ready = None
        return ready or self._start()

    def refill(self) -> None:
        if self._ready is None:
            self._ready = self._start()

    def drop(self) -> None:
        ready, self._ready = self._ready, None
        if ready is not None:
            self._discard(ready)

    def _discard(self, child: Child) -> None:
        child.close()
        with contextlib.suppress(GradingError):  # it never started, which is no loss
            self._end(child)
