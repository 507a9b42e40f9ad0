"""Spans and moments in words, the same in both front ends. Plain text."""

from datetime import UTC, datetime, timedelta

MINUTE_MS = 60_000
_DAYS_A_MONTH = 30.4375
_DAYS_A_YEAR = 365.25


def minutes_text(milliseconds: int) -> str:
    """A span under a day, short enough for a button: `<1m`, `6m`, `3h`."""
    minutes = round(milliseconds / MINUTE_MS)
    if milliseconds < MINUTE_MS:
        return "<1m"
    if minutes < 60:
        return f"{minutes}m"
    return f"{round(minutes / 60)}h"


def days_text(days: int) -> str:
    """A span of whole study days: `today`, `3d`, `1.4mo`, `2.1y`."""
    if days <= 0:
        return "today"
    if days < 31:
        return f"{days}d"
    if days < 365:
        return f"{_short(days / _DAYS_A_MONTH)}mo"
    return f"{_short(days / _DAYS_A_YEAR)}y"


def clock_text(at_ms: int, offset_minutes: int) -> str:
    """The wall-clock time of a moment: `14:05`."""
    local = datetime.fromtimestamp(at_ms / 1000, UTC) + timedelta(minutes=offset_minutes)
    return f"{local:%H:%M}"


def count_text(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: `1 card`, `12 cards`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0") if number < 10 else f"{number:.0f}"
