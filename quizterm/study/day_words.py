"""A day as a learner writes it: `today`, `tomorrow`, `3d`, `2026-12-24`."""

import re
from datetime import date

from quizterm.errors import UsageError
from quizterm.memory.days import date_of

FARTHEST = 36_500  # days ahead


def day_from(text: str, today: int) -> int:
    """The study day that a text names.

    Args:
        today: the present study day.

    Raises:
        UsageError: it names none, or one that is past or more than a hundred years ahead.
    """
    day = _day(text.strip().lower(), today)
    if day is not None and today <= day <= today + FARTHEST:
        return day
    problem = "is too far away" if day is not None and day > today else "is no day from today on"
    raise UsageError(f"{text!r} {problem}; write today, tomorrow, 3d or {date_of(today + 3).isoformat()}")


def _day(text: str, today: int) -> int | None:
    if text in ("today", "tomorrow"):
        return today + (text == "tomorrow")
    if match := re.fullmatch(r"([0-9]{1,6})d", text, re.ASCII):
        return today + int(match[1])
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        try:
            return (date.fromisoformat(text) - date_of(0)).days
        except ValueError:  # no such day in the calendar
            return None
    return None
