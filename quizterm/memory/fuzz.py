"""Fuzz: intervals vary a little, so that items learned together do not come back together for ever.

The windows are those of py-fsrs and Anki. The draw depends on the item and its repetition only, so that the four
buttons share it, and a preview shown twice is the same twice.
"""

import hashlib
import math
from collections.abc import Callable
from typing import NamedTuple

_DRAW_BITS = 64
_SHORTEST_FUZZED = 2.5  # days
_LEAST_FUZZED = 2  # days
_SPREADS = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, math.inf, 0.05))  # from days, to days, share


class Window(NamedTuple):
    """The shortest and the longest interval that may be chosen, in days."""

    low: int
    high: int

    def pick(self, draw: int) -> int:
        """The interval that a draw chooses; it grows with the window's ends."""
        return self.low + (draw * (self.high - self.low + 1) >> _DRAW_BITS)

    def pick_by(self, draw: int, weight: Callable[[int], float]) -> int:
        """The interval that a draw chooses where intervals have weights, which are positive.

        It grows with the window's ends as well: both are quantiles of one distribution, cut at the ends.
        """
        weights = [weight(days) for days in range(self.low, self.high + 1)]
        left = draw / (1 << _DRAW_BITS) * sum(weights)
        for days, share in enumerate(weights, self.low):
            left -= share
            if left < 0:
                return days
        return self.high


def fuzz_window(days: int, shortest: int, longest: int) -> Window:
    """The window around an interval that lies from `shortest` to `longest`."""
    if days < _SHORTEST_FUZZED:
        return Window(days, days)
    delta = 1.0 + sum(share * max(0.0, min(days, end) - start) for start, end, share in _SPREADS)
    low = max(_LEAST_FUZZED, shortest, round(days - delta))
    high = min(longest, round(days + delta))
    return Window(min(low, high), high)


def draw_for(seed: str, repetition: int) -> int:
    """A whole number below 2**64, the same in every process and on every version of Python."""
    digest = hashlib.blake2b(f"{seed}\n{repetition}".encode(), digest_size=_DRAW_BITS // 8).digest()
    return int.from_bytes(digest, "big")
