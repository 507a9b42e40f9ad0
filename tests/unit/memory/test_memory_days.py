"""The study day turns once, at the rollover hour of the wall clock, whatever the clocks do."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quizterm.memory.days import Calendar, date_of

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",  # clocks move by half an hour
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Pacific/Apia",  # had no 30 December 2011
    "America/St_Johns",  # in 2010 clocks went back at 00:01, to the day before
    "America/Havana",  # clocks move at midnight
    "UTC",
]


def milliseconds(text: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def wall(at_ms: int, zone: ZoneInfo) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, zone).replace(tzinfo=None)


def day_named(name: date) -> int:
    return (name - date(1970, 1, 1)).days


def clock_changes(zone: ZoneInfo, year: int) -> Iterator[int]:
    """The hours, as milliseconds UTC, in which the zone's offset changes."""
    hour = datetime(year, 1, 1, tzinfo=UTC)
    while hour.year == year:
        following = hour + timedelta(hours=1)
        if hour.astimezone(zone).utcoffset() != following.astimezone(zone).utcoffset():
            yield int(hour.timestamp() * 1000)
        hour = following


CHANGES = [
    pytest.param(name, change, id=f"{name}-{datetime.fromtimestamp(change / 1000, UTC):%Y-%m-%d}")
    for name, year in [(name, 2026) for name in ZONES] + [("Pacific/Apia", 2011), ("America/St_Johns", 2010)]
    for change in clock_changes(ZoneInfo(name), year)
]


def test_every_kind_of_clock_change_is_among_the_cases() -> None:
    names = {case.values[0] for case in CHANGES}
    assert names == set(ZONES) - {"UTC", "Asia/Kolkata", "Asia/Kathmandu"}


@pytest.mark.parametrize(("name", "change"), CHANGES)
@pytest.mark.parametrize("rollover_hour", [0, 2, 4])
def test_minute_by_minute_the_day_is_the_furthest_the_wall_clock_has_been(
    name: str, change: int, rollover_hour: int
) -> None:
    zone = ZoneInfo(name)
    calendar = Calendar(zone, rollover_hour)
    start = change - 30 * HOUR_MS
    furthest = 0
    for at in range(start, change + 30 * HOUR_MS, MINUTE_MS):
        shown = (wall(at, zone) - timedelta(hours=rollover_hour)).date()
        furthest = max(furthest, day_named(shown))
        assert calendar.day_of(at) == furthest


@pytest.mark.parametrize(("name", "change"), [case for case in CHANGES if "2011" not in str(case.id)])
def test_minute_by_minute_the_day_turns_once_a_date_at_four(name: str, change: int) -> None:
    zone = ZoneInfo(name)
    calendar = Calendar(zone)
    minutes = range(change - 50 * HOUR_MS, change + 50 * HOUR_MS, MINUTE_MS)
    days = [calendar.day_of(at) for at in minutes]
    turns = [at for at, before, after in zip(minutes[1:], days, days[1:], strict=False) if before != after]
    assert [wall(at, zone).strftime("%H:%M") for at in turns] == ["04:00"] * len(turns)
    assert [calendar.day_of(at) for at in turns] == list(range(days[0] + 1, days[-1] + 1))
    assert turns == [calendar.turn_ms(day) for day in range(days[0] + 1, days[-1] + 1)]


@pytest.mark.parametrize("name", ["Europe/Berlin", "America/New_York"])
def test_three_fifty_nine_is_still_yesterday(name: str) -> None:
    dates = [
        date_of(Calendar(ZoneInfo(name)).day_of(milliseconds(f"2026-11-30T{clock}", name)))
        for clock in ("03:59", "04:00")
    ]
    assert dates == [date(2026, 11, 29), date(2026, 11, 30)]


def test_the_day_that_samoa_skipped_begins_at_the_jump() -> None:
    zone = ZoneInfo("Pacific/Apia")
    jump = milliseconds("2011-12-30T10:00")
    assert wall(jump, zone).isoformat() == "2011-12-31T00:00:00"
    calendar = Calendar(zone)
    assert calendar.turn_ms(day_named(date(2011, 12, 30))) == jump
    assert calendar.turn_ms(day_named(date(2011, 12, 31))) == jump + 4 * HOUR_MS


@given(
    st.sampled_from(ZONES).map(ZoneInfo),
    st.integers(0, 23),
    st.integers(milliseconds("1970-01-02T00:00"), milliseconds("2110-01-01T00:00")),
)
@example(ZoneInfo("Europe/Berlin"), 4, 2**31 * 1000)
@example(ZoneInfo("America/New_York"), 4, 2**32 * 1000)
@settings(max_examples=500)
def test_a_day_begins_at_its_first_instant(zone: ZoneInfo, rollover_hour: int, at: int) -> None:
    calendar = Calendar(zone, rollover_hour)
    day = calendar.day_of(at)
    begin, end = calendar.turn_ms(day), calendar.turn_ms(day + 1)
    assert begin <= at < end
    assert calendar.day_of(begin) == day
    assert calendar.day_of(begin - 1) == day - 1
    assert calendar.day_of(end - 1) == day


@given(
    st.sampled_from(ZONES).map(ZoneInfo),
    st.integers(0, 23),
    st.integers(0, milliseconds("2110-01-01T00:00")),
    st.integers(0, 72 * HOUR_MS),
)
@settings(max_examples=200)
def test_days_never_run_backwards(zone: ZoneInfo, rollover_hour: int, at: int, later: int) -> None:
    calendar = Calendar(zone, rollover_hour)
    assert calendar.day_of(at) <= calendar.day_of(at + later)


@pytest.mark.parametrize("name", ZONES)
def test_without_a_zone_the_systems_own_is_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    instants = range(milliseconds("2011-12-20T00:00"), milliseconds("2013-01-10T00:00"), 97 * MINUTE_MS)
    named = Calendar(ZoneInfo(name))
    with monkeypatch.context() as patch:
        patch.setenv("TZ", name)
        time.tzset()
        system = Calendar(None)
        mismatches = [at for at in instants if system.moment(at) != named.moment(at)]
        turns = [system.turn_ms(day) for day in range(15330, 15720)]
    time.tzset()
    assert mismatches == []
    assert turns == [named.turn_ms(day) for day in range(15330, 15720)]


@pytest.mark.parametrize(
    ("name", "text", "minutes"),
    [
        ("Europe/Berlin", "2026-07-01T12:00", 120),
        ("Europe/Berlin", "2026-12-01T12:00", 60),
        ("America/New_York", "2026-12-01T12:00", -300),
        ("Asia/Kathmandu", "2026-12-01T12:00", 345),
        ("Australia/Lord_Howe", "2026-07-01T12:00", 630),
    ],
)
def test_a_moment_keeps_the_offset_in_minutes_east(name: str, text: str, minutes: int) -> None:
    at = milliseconds(text)
    calendar = Calendar(ZoneInfo(name))
    assert calendar.moment(at) == (at, minutes, calendar.day_of(at))


def test_a_traveller_lives_on_the_days_of_the_place() -> None:
    at = milliseconds("2026-06-01T12:00")
    places = ("Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago")
    days = {name: date_of(Calendar(ZoneInfo(name)).day_of(at)) for name in places}
    assert days == {
        "Pacific/Kiritimati": date(2026, 6, 1),  # 02:00 on the second
        "UTC": date(2026, 6, 1),
        "Pacific/Pago_Pago": date(2026, 5, 31),  # 01:00 on the first
    }


def test_days_are_counted_from_1970_and_know_leap_days() -> None:
    assert date_of(0) == date(1970, 1, 1)
    before, leap, after = (
        Calendar(UTC).day_of(milliseconds(f"2028-{day}T12:00")) for day in ("02-28", "02-29", "03-01")
    )
    assert date_of(leap) == date(2028, 2, 29)
    assert after - before == 2
