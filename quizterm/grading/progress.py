"""Losses on their way to a live curve: sent by the child while it works, shown, never judged."""

import threading
from collections.abc import Callable

from quizterm.grading.wire import FrameKind, WireError, decode, encode, write_frame

MAX_NOTES = 2_000

Progress = Callable[[str, float], None]  # an experiment's name, and the next loss of its curve


class ProgressWriter:
    """The child's side, for one message: what is told after the first `MAX_NOTES` losses is left out."""

    def __init__(self, descriptor: int, nonce: int) -> None:
        self._descriptor = descriptor
        self._nonce = nonce
        self._told = 0
        self._writing = threading.Lock()

    def tell(self, loss: float) -> None:
        note = encode(float(loss))
        with self._writing:
            if self._told < MAX_NOTES:
                self._told += 1
                write_frame(self._descriptor, note, self._nonce, FrameKind.PROGRESS)


class ProgressReader:
    """The referee's side, for one message. Raises `WireError` on what a `ProgressWriter` would not have sent."""

    def __init__(self, tell: Callable[[float], None] | None) -> None:
        self._tell = tell
        self._told = 0

    def take(self, payload: bytes) -> None:
        loss = decode(payload)
        self._told += 1
        if type(loss) is not float or self._told > MAX_NOTES:
            raise WireError("progress is told in single floats, and not without end")
        if self._tell is not None:
            self._tell(loss)
