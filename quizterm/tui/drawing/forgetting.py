"""How a card is forgotten, and how each answer brings it back: its chance of recall by day."""

import math
from collections.abc import Sequence
from datetime import date, timedelta

from textual.content import Content

from quizterm.study.info import CurvePoint, Happened
from quizterm.study.sparkline import lowest_in_each
from quizterm.tui.drawing.columns import Mark, bars, marked

HEIGHT = 5  # rows
_HIGHEST_FLOOR = 0.9
_MARGIN = 6
_DAY = timedelta(days=1)
_MUTED = "$foreground-muted"


def forgetting(
    curve: Sequence[CurvePoint], history: Sequence[Happened], today: date, width: int, height: int = HEIGHT
) -> list[Content]:
    """The lines of the curve, which must not be empty: what is ahead is paler; below stand the answers and today."""
    first = curve[0].date
    days = (curve[-1].date - first) // _DAY + 1
    count = min(days, max(width - _MARGIN, 1))

    def place(day: date) -> int:
        return min(max((day - first) // _DAY, 0) * count // days, count - 1)

    recalls = lowest_in_each(curve, place, count)
    low = min(_HIGHEST_FLOOR, math.floor(min(recalls) * 10) / 10)
    now = place(today)
    drawn = bars(recalls, height, low, 1.0, "$success", other=range(now + 1, count))
    labels = {0: "100%", height - 1: f"{low:.0%}"}
    lines = [
        Content.styled(f"{labels.get(row, ''):>{_MARGIN - 2}} {'┤' if row in labels else '│'}", _MUTED) + line
        for row, line in enumerate(drawn)
    ]
    answers = {
        place(one.date): Mark(place(one.date), *("✗", "bold $text-error") if one.grade == "again" else ("•", ""))
        for one in sorted(history, key=lambda one: one.grade == "again")  # one that failed is seen among others
        if one.grade is not None and not one.taken_back
    }
    below = _gathered(answers, count)
    return [*lines, below, *marked([Mark(now, "^ today")], max(width - _MARGIN, 1), _MARGIN)]


def _gathered(answers: dict[int, Mark], count: int) -> Content:
    cells = [
        (answers[column].text, answers[column].style) if column in answers else (" ", "") for column in range(count)
    ]
    return Content.assemble(" " * _MARGIN, *cells).rstrip()
