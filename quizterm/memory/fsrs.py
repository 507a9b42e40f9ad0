"""FSRS-6: how the memory of one item changes with each review.

Written once: the same formulas take Python floats (one answer) and torch tensors (fitting, bulk replay).

- stability: days until the chance of recall falls to 90 %
- difficulty: 1 (easy) to 10
- rating: 1 Again, 2 Hard, 3 Good, 4 Easy
- elapsed: study days since the last review, 0 on the same one

Source: https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm (FSRS-6), whose numbering of the
weights `w` is kept.
"""

import math
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from torch import Tensor

Value = TypeVar("Value", float, "Tensor")

# fmt: off
DEFAULT_WEIGHTS_ID = 1  # what a review's `weights` says while no others were fitted
DEFAULT_WEIGHTS = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)
LOWEST_WEIGHTS = (
    0.001, 0.001, 0.001, 0.001, 1.0, 0.001, 0.001, 0.001, 0.0, 0.0, 0.001,
    0.001, 0.001, 0.001, 0.0, 0.0, 1.0, 0.0, 0.0, 0.01, 0.1,
)
HIGHEST_WEIGHTS = (
    100.0, 100.0, 100.0, 100.0, 10.0, 4.0, 4.0, 0.75, 4.5, 0.8, 3.5,
    5.0, 0.25, 0.9, 4.0, 1.0, 6.0, 2.0, 2.0, 0.8, 0.8,
)
# fmt: on

LOWEST_STABILITY, HIGHEST_STABILITY = 0.001, 36500.0
LOWEST_DIFFICULTY, HIGHEST_DIFFICULTY = 1.0, 10.0


class Grade(NamedTuple, Generic[Value]):
    """What a rating does to any item under given weights."""

    failed: "bool | Tensor"
    harder: Value  # change of difficulty per point below 10
    bonus: Value  # factor of the growth of stability after recall
    same_day: Value  # factor of stability on the same day, before damping
    floor: Value  # least factor of stability on the same day: only Again shortens it


class Memory(Generic[Value]):
    """FSRS-6 under 21 weights.

    Args:
        weights: 21 floats, or a tensor of shape (21,), or of shape (21, items) for the gradient of each item.
            With floats, every stability and difficulty must be a float as well, not an int.

    Raises:
        ValueError: there are not 21 weights.
    """

    def __init__(self, weights: Iterable[Value]) -> None:
        self.w: tuple[Value, ...] = tuple(weights)
        w = self.w
        if len(w) != len(DEFAULT_WEIGHTS):
            raise ValueError(f"FSRS-6 has {len(DEFAULT_WEIGHTS)} weights, not {len(w)}")
        self._decay: Value = -w[20]
        self._factor: Value = 0.9 ** (1 / self._decay) - 1
        self._growth: Value = exp(w[8])
        self._relapse: Value = exp(-w[17] * w[18])
        self._keep: Value = 1 - w[7]
        self._pull: Value = w[7] * self._first_difficulty(4)

    def retrievability(self, stability: Value, elapsed: Value) -> Value:
        """The chance of recall after a number of days."""
        return power(1 + self._factor * elapsed / stability, self._decay)

    def interval(self, stability: Value, retention: float) -> Value:
        """Days until the chance of recall falls to `retention`."""
        days: Value = stability / self._factor * (retention ** (1 / self._decay) - 1)
        return days

    def days_known(self, stability: Value, start: Value, end: Value) -> Value:
        """The chance of recall, integrated from one number of days after a review to another."""
        rise = 1 + self._decay
        scale = stability / (self._factor * rise)
        known: Value = scale * (self._grown(stability, end, rise) - self._grown(stability, start, rise))
        return known

    def _grown(self, stability: Value, elapsed: Value, exponent: Value) -> Value:
        return power(1 + self._factor * elapsed / stability, exponent)

    def grade(self, rating: Value) -> Grade[Value]:
        """What `next` needs to know of one rating, or of a tensor of ratings."""
        w = self.w
        return Grade(
            failed=rating == 1,
            harder=w[6] * (3 - rating) / 9,
            bonus=1 + (rating == 2) * (w[15] - 1) + (rating == 4) * (w[16] - 1),
            same_day=exp(w[17] * (rating - 3 + w[18])),
            floor=1.0 * (rating > 1),
        )

    @cached_property
    def grades(self: "Memory[float]") -> tuple[Grade[float], ...]:
        """What Again, Hard, Good and Easy do, under weights that are floats."""
        return tuple(self.grade(rating) for rating in (1, 2, 3, 4))

    def first(self, rating: Value) -> tuple[Value, Value]:
        """Stability and difficulty after an item's first review."""
        w = self.w
        stability = w[0] * (rating == 1) + w[1] * (rating == 2) + w[2] * (rating == 3) + w[3] * (rating == 4)
        return stability, within(self._first_difficulty(rating), LOWEST_DIFFICULTY, HIGHEST_DIFFICULTY)

    def next(
        self,
        stability: Value,
        difficulty: Value,
        retrievability: Value,
        grade: Grade[Value],
        same_day: "bool | Tensor",
    ) -> tuple[Value, Value]:
        """Stability and difficulty after a later review; `retrievability` is the one just before it."""
        after = choose(same_day, self._same_day, self._next_day, stability, difficulty, retrievability, grade)
        harder = difficulty + grade.harder * (10 - difficulty)
        return (
            within(after, LOWEST_STABILITY, HIGHEST_STABILITY),
            within(self._pull + self._keep * harder, LOWEST_DIFFICULTY, HIGHEST_DIFFICULTY),
        )

    def _first_difficulty(self, rating: "Value | int") -> Value:
        return self.w[4] - exp(self.w[5] * (rating - 1)) + 1

    def _same_day(self, stability: Value, _difficulty: Value, _recall: Value, grade: Grade[Value]) -> Value:
        return stability * at_least(grade.same_day * power(stability, -self.w[19]), grade.floor)

    def _next_day(self, stability: Value, difficulty: Value, recall: Value, grade: Grade[Value]) -> Value:
        return choose(grade.failed, self._forgotten, self._recalled, stability, difficulty, recall, grade)

    def _recalled(self, stability: Value, difficulty: Value, recall: Value, grade: Grade[Value]) -> Value:
        w = self.w
        growth = self._growth * (11 - difficulty) * power(stability, -w[9]) * (exp((1 - recall) * w[10]) - 1)
        return stability * (1 + growth * grade.bonus)

    def _forgotten(self, stability: Value, difficulty: Value, recall: Value, _grade: Grade[Value]) -> Value:
        w = self.w
        relearned = w[11] * power(difficulty, -w[12]) * (power(stability + 1, w[13]) - 1) * exp((1 - recall) * w[14])
        return at_most(relearned, stability * self._relapse)


# Where a float and a tensor part. `math.exp`, `min` and `max` would take a one-element tensor and lose its gradient.


def exp(x: Value) -> Value:
    return math.exp(x) if isinstance(x, float) else x.exp()


def power(base: Value, exponent: Value) -> Value:
    """`base ** exponent` of a positive base; through the logarithm, which is faster for tensors."""
    if isinstance(base, float):
        result: float = base**exponent
        return result
    return (exponent * base.log()).exp()


def at_least(x: Value, low: Value) -> Value:
    return max(x, low) if isinstance(x, float) else x.clamp(min=low)


def at_most(x: Value, high: Value) -> Value:
    return min(x, high) if isinstance(x, float) else x.clamp(max=high)


def within(x: Value, low: float, high: float) -> Value:
    return min(max(x, low), high) if isinstance(x, float) else x.clamp(low, high)


def choose(
    condition: "bool | Tensor",
    formula_if: Callable[[Value, Value, Value, Grade[Value]], Value],
    formula_else: Callable[[Value, Value, Value, Grade[Value]], Value],
    stability: Value,
    difficulty: Value,
    recall: Value,
    grade: Grade[Value],
) -> Value:
    """One formula where the condition holds, the other elsewhere; for floats only the one needed is evaluated."""
    if isinstance(condition, bool):
        return (formula_if if condition else formula_else)(stability, difficulty, recall, grade)
    chosen = formula_if(stability, difficulty, recall, grade)
    assert not isinstance(chosen, float)  # a tensor of conditions comes with tensors
    return chosen.where(condition, formula_else(stability, difficulty, recall, grade))
