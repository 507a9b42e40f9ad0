"""The learner's record as pictures, one panel for each question that it answers."""

import math
from collections.abc import Sequence
from datetime import date

from textual.content import Content

from quizterm.memory.record import Bin, Share
from quizterm.study.exercise_history import ExerciseRecord
from quizterm.study.record import Record
from quizterm.study.words import count_text
from quizterm.tui.drawing.columns import Mark, chart
from quizterm.tui.drawing.heatmap import heatmap
from quizterm.tui.drawing.panels import Panel
from quizterm.tui.drawing.shares import ShareRow, share_rows, stacked

MOST_MONTHS = 12
_CHART_HEIGHT = 5
_MUTED = "$foreground-muted"
_GRADES = {  # from the first to the last, each told apart without colours
    "again": ("░", "$error"),
    "hard": ("▒", "$warning"),
    "good": ("▓", "$success"),
    "easy": ("█", "$primary"),
}


def record_panels(record: Record, exercises: Sequence[ExerciseRecord], today: date, retention: float) -> list[Panel]:
    """The panels in the order in which they are looked at.

    Args:
        retention: the desired one, which is marked on the bars.
    """
    return [
        Panel("A year", lambda width: _year(record, today, width)),
        Panel("True retention, by month", lambda width: _months(record, retention, width)),
        Panel("Due in the next 30 days", lambda width: _ahead(record, width)),
        Panel("Minutes a day, the last 30 days", lambda width: _minutes(record, width)),
        Panel("True retention, by lesson", lambda width: _lessons(record, retention, width)),
        Panel("Predicted and recalled", lambda width: _calibration(record.calibration, width)),
        Panel("Buttons", lambda width: _buttons(record, width)),
        Panel("Exercises", lambda width: _exercises(exercises, width)),
    ]


def _year(record: Record, today: date, width: int) -> list[Content]:
    answers = sum(record.heatmap)
    days = sum(count > 0 for count in record.heatmap)
    streak = f", the last {record.streak} in a row" if record.streak > 1 else ""
    text = f"{count_text(answers, 'answer')} on {count_text(days, 'day')}{streak}"
    return [_text(text, width), *heatmap(record.heatmap, today, width)]


def _months(record: Record, retention: float, width: int) -> list[Content]:
    months = list(record.by_month.items())[-MOST_MONTHS:]
    rows = [_share_row("all", record.true_retention, retention)]
    rows += [_share_row(month, share, retention) for month, share in months]
    return _or_nothing(share_rows(rows, width) if record.true_retention.of else [], _NO_REVIEWS, width)


def _lessons(record: Record, retention: float, width: int) -> list[Content]:
    rows = [_share_row(lesson, share, retention) for lesson, share in record.by_lesson.items() if share.of]
    return _or_nothing(share_rows(rows, width), _NO_REVIEWS, width)


def _share_row(name: str, share: Share, retention: float) -> ShareRow:
    rate = share.rate
    text = "-" if rate is None else f"{rate:.0%} of {share.of:,}"
    return ShareRow(name, rate, text, mark=retention)


def _ahead(record: Record, width: int) -> list[Content]:
    due = record.due_by_day
    if not any(due):
        return [_text("Nothing has been learned yet that could come back.", width)]
    later = due[1:]
    text = f"{due[0]:,} today, then {sum(later) / max(len(later), 1):.0f} a day, {max(later, default=0):,} at most"
    marks = [Mark(0, "today"), Mark(10, "+10 days"), Mark(20, "+20")]
    return [_text(text, width), *chart(due, width, _CHART_HEIGHT, marks=marks)]


def _minutes(record: Record, width: int) -> list[Content]:
    minutes = record.minutes_by_day
    if not any(minutes):
        return [_text("No answers in these days.", width)]
    hours = f"{record.minutes / 60:,.1f} hours in all"
    text = f"{record.minutes_today:.1f} today, {sum(minutes) / len(minutes):.1f} on average, {hours}"
    marks = [Mark(0, f"{len(minutes)} days ago"), Mark(len(minutes) - 1, "today", ends=True)]
    drawn = chart(minutes, width, _CHART_HEIGHT, high=math.ceil(max(*minutes, 1.0)), marks=marks)
    return [_text(text, width), *drawn]


def _calibration(bins: Sequence[Bin], width: int) -> list[Content]:
    rows = [
        ShareRow(
            f"{one.low:.0%}-{one.high:.0%}",
            one.recalled,
            f"{one.recalled:.0%} for {one.predicted:.0%}, of {one.answers:,}",
            mark=one.predicted,
        )
        for one in bins
    ]
    note = _text("bar: recalled, line: predicted", width)
    return _or_nothing([*share_rows(rows, width), note] if rows else [], _NO_REVIEWS, width)


def _buttons(record: Record, width: int) -> list[Content]:
    lines = []
    for stage, counts in record.buttons.items():
        total = sum(counts.values())
        if total:
            parts = ", ".join(f"{grade} {counts[grade] / total:.0%}" for grade in _GRADES)
            lines += [_text(f"{stage}: {parts}, of {total:,}", width)]
            lines += [stacked([counts[grade] for grade in _GRADES], width, list(_GRADES.values()))]
    return _or_nothing(lines, "No answers yet.", width)


def _exercises(exercises: Sequence[ExerciseRecord], width: int) -> list[Content]:
    lines = []
    names = max((len(one.slug) for one in exercises), default=0) + 2
    for one in exercises:
        mark = Content.styled("✓ ", "bold $text-success") if one.passes else Content.styled("· ", _MUTED)
        told = f"{one.passes} of {one.attempts} passed, last {one.last}"
        if one.verdict != "passed":
            told += f": {one.verdict}"
        line = mark + Content(f"{one.slug:<{names}}") + Content.styled(told, _MUTED)
        lines.append(line.truncate(max(width, 1), ellipsis=True))
    return _or_nothing(lines, "No exercise was tried yet.", width)


_NO_REVIEWS = "No card has come back on a later day yet."


def _or_nothing(lines: list[Content], words: str, width: int) -> list[Content]:
    return lines or [_text(words, width)]


def _text(words: str, width: int) -> Content:
    return Content.styled(words, _MUTED).truncate(max(width, 1), ellipsis=True)
