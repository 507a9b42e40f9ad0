"""A forgetting curve in one line of text."""

import math
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from quizterm.study.info import CurvePoint

_BARS = "▁▂▃▄▅▆▇█"
_HIGHEST_FLOOR = 0.9  # even where nothing was ever forgotten, bars are not drawn to the roof


class Sparkline(NamedTuple):
    """Bars of equal spans of days, each as high as the lowest chance of recall in it."""

    bars: str
    low: float  # the chance that the lowest bar stands for; the highest one stands for 1
    today: int  # the place of today's bar


def sparkline(curve: Sequence[CurvePoint], today: date, width: int) -> Sparkline:
    """A curve, which must not be empty, in at most `width` bars."""
    first, last = curve[0].date, curve[-1].date
    days = _days(first, last) + 1
    columns = min(days, width)
    recalls = lowest_in_each(curve, lambda day: _days(first, day) * columns // days, columns)
    low = min(_HIGHEST_FLOOR, math.floor(min(recalls) * 10) / 10)
    highest = len(_BARS) - 1
    bars = "".join(_BARS[round((recall - low) / (1 - low) * highest)] for recall in recalls)
    place = _days(first, today) * columns // days
    return Sparkline(bars, low, min(max(place, 0), columns - 1))


def lowest_in_each(curve: Sequence[CurvePoint], place: Callable[[date], int], places: int) -> list[float]:
    """The lowest recall in each place; one on whose days nothing was known, since the item was forgotten, has that of
    the place before.

    Args:
        place: where a day stands, from 0 on; the first of the curve stands in place 0.
    """
    lowest: list[float | None] = [None] * places
    for point in curve:
        found = place(point.date)
        before = lowest[found]
        lowest[found] = point.recall if before is None else min(point.recall, before)
    filled: list[float] = []
    for recall in lowest:
        filled.append(filled[-1] if recall is None else recall)
    return filled


def _days(first: date, last: date) -> int:
    return (last - first) // timedelta(days=1)
