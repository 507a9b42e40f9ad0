"""The process that fits weights: `python -m quizterm.memory.fitting.worker`, so that the app never imports torch.

It reads one line of JSON, `{"reviews": n, "weights": [21 numbers], "retention": r}`, then five columns of n whole
numbers of 64 bits, native order: item, rating, study day, time, and 1 where the answer counts; sorted by item and time.
It writes one line of JSON, the members of `Fitted`, or `null` where there is too little to learn from.
"""

import json
import sys
from typing import Any, BinaryIO, NamedTuple

import torch
from torch import Tensor

from quizterm.memory.fitting.fit import propose
from quizterm.memory.fitting.histories import Histories, columns_of
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
    columns = [_column(source, head["reviews"]) for _ in range(5)]
    if not head["reviews"]:
        return None
    histories = Histories(columns_of(*columns))
    proposal = propose(histories, head["weights"])
    if proposal is None:
        return None
    loads = (
        _load(histories, torch.tensor(weights), head["retention"]) for weights in (head["weights"], proposal.weights)
    )
    return Fitted(*proposal, int(histories.scored.sum()), *loads)


def _column(source: BinaryIO, count: int) -> Tensor:
    data = bytearray(source.read(count * _BYTES))
    return torch.frombuffer(data, dtype=torch.int64) if data else torch.zeros(0, dtype=torch.int64)


def _load(histories: Histories, weights: Tensor, retention: float) -> float:
    stability, _ = histories.states(weights)
    intervals = Memory(weights.unbind()).interval(stability, retention)
    return (1 / intervals.round().clamp(min=1)).sum().item()


if __name__ == "__main__":
    torch.set_num_threads(1)
    fitted = answer(sys.stdin.buffer)
    sys.stdout.write(json.dumps(None if fitted is None else fitted._asdict()))
