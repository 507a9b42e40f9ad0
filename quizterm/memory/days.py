"""Study days: the day an event counts for, which turns at a wall-clock hour (04:00) and not at midnight.

A study day is a whole number, counted from 1970-01-01. It begins at the first instant at which the wall clock of its
date shows the rollover hour or later, also where the clocks change: a repeated hour turns the day once, the first
time round, and a skipped one turns it at the jump. So days never run backwards, and none is missing.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from quizterm.memory.events import Moment

ROLLOVER_HOUR = 4

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_ORDINAL = date(1970, 1, 1).toordinal()
_MILLISECOND = timedelta(milliseconds=1)
_DAY_MS = 86_400_000


class Calendar:
    """The study days of one place.

    Args:
        zone: the learner's time zone; None is the system's, or that of the variable TZ.
        rollover_hour: the wall-clock hour, 0 to 23, at which the study day turns.
    """

    def __init__(self, zone: tzinfo | None = None, rollover_hour: int = ROLLOVER_HOUR) -> None:
        self.zone = zone
        self.rollover_hour = rollover_hour
        self._turns: dict[int, int] = {}

    def turn_ms(self, day: int) -> int:
        """The instant at which a study day begins, in milliseconds UTC."""
        turn = self._turns.get(day)
        if turn is None:
            turn = self._turns[day] = self._find_turn(day)
        return turn

    def day_of(self, at_ms: int) -> int:
        """The study day of an instant."""
        local = self._local(at_ms)
        day = local.toordinal() - _EPOCH_ORDINAL - (local.hour < self.rollover_hour)
        # Clocks put back across the rollover hour show yesterday again; the day has turned all the same.
        return day + 1 if self.turn_ms(day + 1) <= at_ms else day

    def moment(self, at_ms: int) -> Moment:
        """An instant as the log keeps it."""
        offset = self._local(at_ms).utcoffset()
        assert offset is not None  # only a naive datetime has none
        return Moment(at_ms, offset // timedelta(minutes=1), self.day_of(at_ms))

    def _find_turn(self, day: int) -> int:
        wall = datetime.combine(date_of(day), time(self.rollover_hour))
        turn = _milliseconds(wall.replace(tzinfo=self.zone).astimezone(UTC))
        if self._wall(turn) == wall:
            return turn
        # No clock showed this time, it was skipped: the day turns at the jump. No zone is a day away from UTC.
        as_utc = _milliseconds(wall.replace(tzinfo=UTC))
        before, after = as_utc - _DAY_MS, as_utc + _DAY_MS
        while after - before > 1:
            middle = (before + after) // 2
            if self._wall(middle) < wall:
                before = middle
            else:
                after = middle
        return after

    def _local(self, at_ms: int) -> datetime:
        return (_EPOCH + timedelta(milliseconds=at_ms)).astimezone(self.zone)

    def _wall(self, at_ms: int) -> datetime:
        return self._local(at_ms).replace(tzinfo=None)


def date_of(day: int) -> date:
    """The calendar date a study day is named after."""
    return date.fromordinal(day + _EPOCH_ORDINAL)


def _milliseconds(instant: datetime) -> int:
    return (instant - _EPOCH) // _MILLISECOND
