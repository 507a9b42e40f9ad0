"""What is told of a file while it is graded: shown, never judged.

Losses are sent by the child while it works; which experiment runs is told by the referee.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quizterm.grading.wire import FrameKind, WireError, decode, encode, write_frame

MAX_NOTES = 2_000


@dataclass(frozen=True, slots=True)
class Begun:
    """An experiment begins; `expected` are losses of the reference, at most `MAX_NOTES`, perhaps none."""

    experiment: str
    expected: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """The next loss of an experiment's curve."""

    experiment: str
    loss: float


@dataclass(frozen=True, slots=True)
class Diagnosing:
    """All experiments are over and the bug behind the failures is looked for; `unknown` bugs have to be run for it."""

    unknown: int


Note = Begun | Loss | Diagnosing
Progress = Callable[[Note], None]


def note_to_plain(note: Note) -> list[Any]:
    """The note as a value the wire can carry."""
    match note:
        case Begun(experiment, expected):
            return ["begun", experiment, list(expected)]
        case Loss(experiment, loss):
            return ["loss", experiment, loss]
        case Diagnosing(unknown):
            return ["diagnosing", unknown]


def note_from_plain(data: list[Any]) -> Note:
    """The reverse of `note_to_plain`."""
    match data:
        case ["begun", experiment, expected]:
            return Begun(experiment, tuple(expected))
        case ["loss", experiment, loss]:
            return Loss(experiment, loss)
        case _:
            return Diagnosing(data[1])


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
