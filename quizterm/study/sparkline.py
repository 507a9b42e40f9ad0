"""A forgetting curve in one line of text."""

import math
from collections.abc import Sequence
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
    recalls = _lowest(curve, days, columns)
    low = min(_HIGHEST_FLOOR, math.floor(min(recalls) * 10) / 10)
    highest = len(_BARS) - 1
    bars = "".join(_BARS[round((recall - low) / (1 - low) * highest)] for recall in recalls)
    place = _days(first, today) * columns // days
    return Sparkline(bars, low, min(max(place, 0), columns - 1))


def _lowest(curve: Sequence[CurvePoint], days: int, columns: int) -> list[float]:
    """By span; one on whose days nothing was known, since the item was forgotten, has that of the span before."""
    lowest: list[float | None] = [None] * columns
    for point in curve:
        column = _days(curve[0].date, point.date) * columns // days
        before = lowest[column]
        lowest[column] = point.recall if before is None else min(point.recall, before)
    filled: list[float] = []
    for recall in lowest:
        filled.append(filled[-1] if recall is None else recall)
    return filled


def _days(first: date, last: date) -> int:
    return (last - first) // timedelta(days=1)
