"""Review histories side by side, as tensors: what recall the model predicted, under any weights, all at once.

Imports torch, so only the process that fits weights imports this module.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from quizterm.memory.fsrs import Grade, Memory

_ALMOST_SURE = 1e-6


class Columns(NamedTuple):
    """One number per review in each, grouped by item and in order of time within each."""

    item: Tensor  # int64; any number that tells items apart
    rating: Tensor
    elapsed: Tensor  # study days since the item's last review, 0 for its first
    when: Tensor  # int64; sorts all reviews by time
    counts: Tensor  # bool; whether the answer tells something of memory (one given in a rush does not)


class _Block(NamedTuple):
    """The n-th reviews, for a run of n, of the items that have so many: (reviews, items), padded at the end."""

    rating: Tensor
    elapsed: Tensor
    same_day: Tensor
    still_reviewed: Sequence[int]  # how many items are, after each row

    def rows(self, memory: Memory[Tensor]) -> Iterator[tuple[Tensor, Tensor, Grade[Tensor], int]]:
        grades = zip(*(torch.as_tensor(column).unbind() for column in memory.grade(self.rating)), strict=True)
        rows = zip(self.elapsed, self.same_day, grades, self.still_reviewed, strict=True)
        for elapsed, same_day, grade, still_reviewed in rows:
            yield elapsed, same_day, Grade(*grade), still_reviewed


class Histories:
    """Histories in a grid, the longest first, cut into blocks whose width halves, so that at most half is padding.

    `passed`, `when` and `scored` hold one number per review that is not an item's first, padding included; scored are
    those that count and came at least a day after the one before.

    Source of the layout: measured, see `make bench`; one operation on a block costs the same for 1 item and for 2,000.
    """

    def __init__(self, columns: Columns, dtype: torch.dtype = torch.float32) -> None:
        _, index, length = torch.unique_consecutive(columns.item, return_inverse=True, return_counts=True)
        self.items = len(length)
        self.dtype = dtype
        self._rank = length.argsort(descending=True, stable=True).argsort()
        nth = torch.arange(len(index)) - (length.cumsum(0) - length)[index]
        rows = int(length.max())
        cell = nth * self.items + self._rank[index]

        def grid(column: Tensor, fill: int, kind: torch.dtype) -> Tensor:
            flat = torch.full((rows * self.items,), fill, dtype=kind)
            return flat.index_put_((cell,), column.to(kind)).view(rows, self.items)

        rating, elapsed = grid(columns.rating, 3, dtype), grid(columns.elapsed, 0, dtype)
        when, counts = grid(columns.when, -1, torch.int64), grid(columns.counts, 0, torch.bool)
        reviewed = [*nth.bincount().tolist(), 0]  # how many items have an n-th review
        parts = list(_halving(reviewed))
        self._first = rating[0]
        self._reviewed_twice = reviewed[1]
        self._blocks = [
            _Block(rating[part], elapsed[part], elapsed[part] < 1, reviewed[part[0].start + 1 : part[0].stop + 1])
            for part in parts
        ]

        def flat(values: Tensor) -> Tensor:
            return torch.cat([values[part].flatten() for part in parts]) if parts else values[:0].flatten()

        self.passed = (flat(rating) > 1).to(dtype)
        self.when = flat(when)
        self.scored = (flat(elapsed) >= 1) & flat(counts) & (self.when >= 0)

    def retrievability(self, weights: Tensor) -> Tensor:
        """The chance of recall predicted before each review but an item's first, as `passed` lists them.

        Args:
            weights: of shape (21,), or (21, items) for the gradient of each item.
        """
        return self._replay(weights)[0]

    def states(self, weights: Tensor) -> tuple[Tensor, Tensor]:
        """Stability and difficulty of each item after its last review, in the order of the columns."""
        with torch.no_grad():
            _, final = self._replay(weights.to(self.dtype))
        stability, difficulty = (torch.cat(column[::-1])[self._rank] for column in zip(*final, strict=True))
        return stability, difficulty

    def per_item(self, values: Tensor) -> Tensor:
        """Sums, over each item's reviews but the first, of one value per review; items stand as in the grid."""
        sums, start = torch.zeros(self.items, dtype=values.dtype), 0
        for block in self._blocks:
            rows, width = block.elapsed.shape
            sums[:width] += values[start : start + rows * width].view(rows, width).sum(0)
            start += rows * width
        return sums

    def _replay(self, weights: Tensor) -> tuple[Tensor, list[tuple[Tensor, Tensor]]]:
        """Predictions, and the final states of the items that end, the shortest histories first."""
        stability, difficulty = _memory(weights, self.items).first(self._first)
        predicted = []
        final = [(stability[self._reviewed_twice :], difficulty[self._reviewed_twice :])]
        for block in self._blocks:
            width = block.elapsed.shape[1]
            memory = _memory(weights, width)
            stability, difficulty = stability[:width], difficulty[:width]
            for elapsed, same_day, grade, still_reviewed in block.rows(memory):
                recall = memory.retrievability(stability, elapsed)
                stability, difficulty = memory.next(stability, difficulty, recall, grade, same_day)
                predicted.append(recall)
                if still_reviewed < width:
                    final.append((stability[still_reviewed:width], difficulty[still_reviewed:width]))
                    width = still_reviewed
        return (torch.cat(predicted) if predicted else self.passed), final


def cross_entropy(predicted: Tensor, passed: Tensor) -> Tensor:
    """The log loss of each prediction."""
    predicted = predicted.clamp(_ALMOST_SURE, 1 - _ALMOST_SURE)
    return -(passed * predicted.log() + (1 - passed) * (1 - predicted).log())


def log_loss(histories: Histories, weights: Tensor, chosen: Tensor) -> float:
    """The mean log loss over the chosen reviews that are scored; NaN if there is none."""
    with torch.no_grad():
        predicted = histories.retrievability(weights.to(histories.dtype))
    return cross_entropy(predicted, histories.passed)[histories.scored & chosen].double().mean().item()


def _memory(weights: Tensor, items: int) -> Memory[Tensor]:
    return Memory((weights[:, :items] if weights.dim() > 1 else weights).unbind())


def _halving(reviewed: Sequence[int]) -> Iterator[tuple[slice, slice]]:
    """Rows and columns of the blocks: a new one begins where half of the items have no more reviews."""
    start = 1
    while start < len(reviewed) - 1:
        stop = next(n for n in range(start, len(reviewed)) if reviewed[n] * 2 <= reviewed[start])
        yield slice(start, stop), slice(reviewed[start])
        start = stop


def columns_of(item: Tensor, rating: Tensor, day: Tensor, when: Tensor, counts: Tensor) -> Columns:
    """Columns from whole numbers, one per review, sorted by item and time; `day` is the study day of each."""
    elapsed = day.diff(prepend=day[:1]).clamp(min=0)  # the clock may have been set back
    elapsed[begins(item)] = 0
    return Columns(item, rating, elapsed, when, counts.bool())


def begins(item: Tensor) -> Tensor:
    """Where in a column of items, grouped by item, the first review of one stands."""
    return item.diff(prepend=item[:1] - 1) != 0
