"""A training loop that was run line by line: the state after each, as the sandbox recorded it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RECORDER = "loop_recorder.py"


@dataclass(frozen=True, slots=True)
class LoopStep:
    """The state after one line; None stands for what does not exist then."""

    line: int  # index into the lines of the loop
    round: int  # from 1; 0 before the loop
    mode: str  # train or eval
    out: tuple[float, ...] | None
    loss: float | None
    grad: float | None  # of the weight
    weight: float
    running_mean: float | None  # of batch norm, if the model has one
    raised: str  # as `Type: message`; it ends the run


def recorder_source() -> str:
    """The text of the recorder, which the sandbox runs before `record_call`s."""
    return Path(__file__).with_name(RECORDER).read_text(encoding="utf-8")


def record_call(lines: Sequence[str], left_out: int | None, rounds: int, *, batch_norm: bool) -> str:
    """The code that records one loop and prints what `read_steps` reads."""
    return f"print(record({[*lines]!r}, {left_out!r}, {rounds!r}, batch_norm={batch_norm!r}))"


def read_steps(printed: str) -> tuple[LoopStep, ...]:
    """What a `record_call` printed.

    Raises:
        ValueError: it is something else.
    """
    try:
        return tuple(_step(state) for state in json.loads(printed))
    except (KeyError, TypeError) as error:
        raise ValueError(f"a state is incomplete: {error}") from None


def _step(state: dict[str, Any]) -> LoopStep:
    return LoopStep(
        line=state["line"],
        round=state["round"],
        mode=state["mode"],
        out=None if state["out"] is None else tuple(map(float, state["out"])),
        loss=state["loss"],
        grad=state["grad"],
        weight=float(state["weight"]),
        running_mean=state["running_mean"],
        raised=state["raised"],
    )
