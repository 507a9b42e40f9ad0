"""Logs of learners whose memory follows FSRS-6 under weights of their own."""

from random import Random
from typing import NamedTuple

import torch
from torch import Tensor

from quizterm.memory.fitting.fit import SPREAD
from quizterm.memory.fitting.histories import Columns, columns_of
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, LOWEST_WEIGHTS, Memory


class Row(NamedTuple):
    item: int
    rating: int
    day: int
    when: int


def drawn_weights(draw: Random, spread: float = 0.5) -> tuple[float, ...]:
    """Weights about as far from the defaults as those of real learners."""
    rows = zip(DEFAULT_WEIGHTS, SPREAD, LOWEST_WEIGHTS, HIGHEST_WEIGHTS, strict=True)
    weights = [min(max(draw.gauss(weight, spread * away), low), high) for weight, away, low, high in rows]
    return (*sorted(weights[:4]), *weights[4:])


def history_lengths(draw: Random, items: int, *, skewed: bool) -> list[int]:
    """Even: all about ten. Skewed: most have few reviews, some very many."""
    if not skewed:
        return [draw.randint(8, 12) for _ in range(items)]
    return [min(60, 1 + int(draw.paretovariate(0.9) * 3)) for _ in range(items)]


def log(seed: int, items: int, *, skewed: bool = False) -> list[Row]:
    """Reviews sorted by item and time."""
    draw = Random(seed)
    memory = Memory(drawn_weights(draw))
    rows = []
    for item, length in enumerate(history_lengths(draw, items, skewed=skewed)):
        day = draw.randrange(200)
        state: tuple[float, float] | None = None
        for number in range(length):
            if state is None:
                rating = draw.choices([1, 2, 3, 4], [25, 10, 55, 10])[0]
                state = memory.first(rating)
            else:
                elapsed = (
                    0
                    if draw.random() < 0.05
                    else max(1, round(memory.interval(state[0], 0.9) * draw.uniform(0.7, 1.5)))
                )
                day += elapsed
                recall = memory.retrievability(state[0], elapsed)
                rating = draw.choices([2, 3, 4], [10, 80, 10])[0] if draw.random() < recall else 1
                state = memory.next(*state, recall, memory.grades[rating - 1], elapsed == 0)
            rows.append(Row(item, rating, day, day * 100_000 + draw.randrange(90_000) // 1000 * 1000 + number))
    return rows


def columns(rows: list[Row]) -> Columns:
    numbers: list[Tensor] = [torch.tensor(column) for column in zip(*rows, strict=True)]
    return columns_of(*numbers, torch.ones(len(rows), dtype=torch.int64))
