"""The process that fits weights: `python -m quizterm.memory.fitting.worker`, so that the app never imports torch.

It reads one line of JSON, `{"reviews": n, "weights": [21 numbers]}`, then six columns of n numbers of 64 bits, native
order, sorted by item and time. Five are whole numbers: item, rating, study day, time, and 1 where the answer counts;
the last is a floating-point one: the desired retention of the item.
It writes one line of JSON, the members of `Fitted`, or `null` where there is too little to learn from.
"""

import json
import sys
from typing import Any, BinaryIO, NamedTuple

import torch
from torch import Tensor

from quizterm.memory.fitting.fit import propose
from quizterm.memory.fitting.histories import Histories, begins, columns_of
from quizterm.memory.fsrs import Memory

_BYTES = 8


class Fitted(NamedTuple):
    """What the process answers; the load is in reviews a day, if each item came back at its interval for ever."""

    weights: list[float]
    before: float
    after: float
    scored: int
    load_before: float
    load_after: float


def answer(source: BinaryIO) -> Fitted | None:
    """The proposal for what stands in `source`."""
    head: dict[str, Any] = json.loads(source.readline())
    if not head["reviews"]:
        return None
    columns = [_column(source, head["reviews"], torch.int64) for _ in range(5)]
    retention = _column(source, head["reviews"], torch.float64)[begins(columns[0])]
    histories = Histories(columns_of(*columns))
    proposal = propose(histories, head["weights"])
    if proposal is None:
        return None
    loads = (_load(histories, torch.tensor(weights), retention) for weights in (head["weights"], proposal.weights))
    return Fitted(*proposal, int(histories.scored.sum()), *loads)


def _column(source: BinaryIO, count: int, kind: torch.dtype) -> Tensor:
    return torch.frombuffer(bytearray(source.read(count * _BYTES)), dtype=kind)


def _load(histories: Histories, weights: Tensor, retention: Tensor) -> float:
    stability, _ = histories.states(weights)
    memory = Memory(weights.unbind())
    intervals = (memory.interval(stability[retention == wanted], wanted) for wanted in set(retention.tolist()))
    return sum((1 / days.round().clamp(min=1)).sum().item() for days in intervals)


if __name__ == "__main__":
    torch.set_num_threads(1)
    fitted = answer(sys.stdin.buffer)
    sys.stdout.write(json.dumps(None if fitted is None else fitted._asdict()))
