"""What time it is, for the whole program: one object, which tests replace.

`QUIZTERM_NOW` (ISO 8601 with an offset) says where the clock starts; time runs on from there.
"""

import os
import time
from datetime import UTC, datetime
from typing import Protocol

from quizterm.errors import SettingsError

NOW_VARIABLE = "QUIZTERM_NOW"

_YEAR_MS = 31_556_952_000
_FIRST_YEAR, _LAST_YEAR = 1902, 2248  # zones are known from the first on, the log's ids end with the last
_FIRST_MS, _END_MS = ((year - 1970) * _YEAR_MS for year in (_FIRST_YEAR, _LAST_YEAR))


class Clock(Protocol):
    """A source of the current time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970-01-01 UTC.

        Raises:
            SettingsError: the time is too far away to be studied in.
        """


class SystemClock:
    """The machine's clock, moved by a constant number of milliseconds.

    Args:
        name: whose time it is, in words.
    """

    def __init__(self, shift_ms: int = 0, name: str = "the machine's clock") -> None:
        self._shift_ms = shift_ms
        self._name = name

    def now_ms(self) -> int:
        """As `Clock` says; looked at each time, since a machine's clock may be set while quizterm is open."""
        now = _machine_ms() + self._shift_ms
        if not _FIRST_MS <= now < _END_MS:
            raise SettingsError(
                f"{self._name} is not between the years {_FIRST_YEAR} and {_LAST_YEAR}; set it right and try again"
            )
        return now


def clock_from_environment() -> SystemClock:
    """The clock that `QUIZTERM_NOW` asks for, else the machine's own.

    Raises:
        SettingsError: the variable holds no ISO 8601 moment, or one without an offset, or it is, like the machine's
            own time, too far away to be studied in.
    """
    clock = _clock()
    clock.now_ms()
    return clock


def _clock() -> SystemClock:
    wanted = os.environ.get(NOW_VARIABLE)
    if not wanted:
        return SystemClock()
    example = "write for example 2026-11-30T09:00:00+01:00"
    try:
        start = datetime.fromisoformat(wanted)
    except ValueError:
        raise SettingsError(f"{NOW_VARIABLE}={wanted!r} is not an ISO 8601 time; {example}") from None
    if start.tzinfo is None:
        raise SettingsError(f"{NOW_VARIABLE}={wanted!r} has no offset from UTC; {example}")
    start_ms = int((start - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1000)
    return SystemClock(start_ms - _machine_ms(), NOW_VARIABLE)


def _machine_ms() -> int:
    return time.time_ns() // 1_000_000
