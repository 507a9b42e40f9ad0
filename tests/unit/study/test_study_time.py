"""Queues, counts and due days where clocks change, zones are odd, days are skipped, and years are late."""

import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from quizterm.memory.days import date_of
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import Rating
from quizterm.store.rows import DueOrder, ItemKind
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.study.today import plan

HOUR_MS = 3_600_000
EVENINGS = {
    "spring night": ("Europe/Berlin", "2026-03-28T20:00"),
    "autumn night": ("Europe/Berlin", "2026-10-24T20:00"),
    "spring night in New York": ("America/New_York", "2026-03-07T20:00"),
    "autumn night in New York": ("America/New_York", "2026-10-31T20:00"),
    "half an hour forward": ("Australia/Lord_Howe", "2026-10-03T20:00"),
    "half an hour back": ("Australia/Lord_Howe", "2026-04-04T20:00"),
    "half-hour zone": ("Asia/Kolkata", "2026-06-01T20:00"),
    "45-minute zone": ("Asia/Kathmandu", "2026-06-01T20:00"),
    "45-minute zone with a change": ("Pacific/Chatham", "2026-04-04T20:00"),
    "leap day": ("Europe/Berlin", "2028-02-28T20:00"),
    "no leap day": ("Europe/Berlin", "2100-02-27T20:00"),
    "a day that was skipped": ("Pacific/Apia", "2011-12-28T20:00"),
    "the end of 31 bits": ("Europe/Berlin", "2038-01-18T20:00"),
    "the end of 32 bits": ("America/New_York", "2106-02-06T20:00"),
    "turn of the year": ("Asia/Kolkata", "2026-12-30T20:00"),
}


@pytest.fixture
def live_in(monkeypatch, clock, reopen) -> Iterator:
    """Go to a zone, with quizterm opened there, and its clock at a local time if one is named."""

    def go(zone: str, local: str | None = None) -> Study:
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        if local is not None:
            clock.ms = round(datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)
        return reopen()

    return go


def wall(study: Study, zone: str) -> datetime:
    return datetime.fromtimestamp(study.clock.now_ms() / 1000, ZoneInfo(zone)).replace(tzinfo=None)


def hours(study: Study, zone: str, number: int) -> Iterator[date]:
    """Let hours pass; at each the date of the study day: the furthest the wall clock has been, less four hours."""
    furthest = date.min
    for _ in range(number):
        furthest = max(furthest, (wall(study, zone) - timedelta(hours=4)).date())
        yield furthest
        study.clock.ms += HOUR_MS


def answer(study: Study, name: str, days: int) -> None:
    """An answer after which a card comes back in some study days."""
    item, now = study.store.item_by_key(f"small.first.{name}"), study.now()
    study.store.append([Draft(EventKind.REVIEWED, now, item.id, Rating.GOOD, 4000, 1, now.day + days)])


def state(study: Study, name: str):
    return study.store.item_by_key(f"small.first.{name}").state


@pytest.mark.parametrize("name", EVENINGS)
def test_hour_by_hour_what_is_due_is_what_the_calendar_says(name, live_in):
    zone, local = EVENINGS[name]
    study = live_in(zone, local)
    for card, days in (("a1", 1), ("a2", 2), ("a3", 3), ("a4", 8)):
        answer(study, card, days)
    items = {card: study.store.item_by_key(f"small.first.{card}") for card in ("a1", "a2", "a3", "a4")}
    due = {item.id: date_of(item.state.due_day) for item in items.values()}
    for today in hours(study, zone, 80):
        expected = {item_id for item_id, day in due.items() if day <= today}
        tomorrow = {item_id for item_id, day in due.items() if day <= today + timedelta(days=1)}
        week = {item_id for item_id, day in due.items() if day <= today + timedelta(days=7)}
        now = study.now()
        counts = study.store.counts(now)
        assert date_of(now.day) == today
        assert (counts.due.cards, counts.tomorrow.cards, counts.week.cards) == (len(expected), len(tomorrow), len(week))
        for order in DueOrder:
            assert set(study.store.due_ids(now, ItemKind.CARD, order=order)) == expected


@pytest.mark.parametrize("name", EVENINGS)
def test_today_and_the_review_turn_with_the_study_day(name, live_in, clock):
    zone, local = EVENINGS[name]
    study = live_in(zone, local)
    answer(study, "a1", 1)
    review = Review(study, lesson="second")
    turn = study.calendar.turn_ms(study.now().day + 1)
    clock.ms = turn - 1
    assert plan(study).due_cards == Review(study).remaining.due == 0
    clock.ms = turn
    assert plan(study).due_cards == Review(study).remaining.due == 1
    assert Review(study).question.card.name == "a1"
    assert plan(study).date == date_of(study.now().day)
    review.refresh()
    assert review.question.card.name == "b1"


@pytest.mark.parametrize(("local", "fold"), [("2026-10-25T02:55", 0), ("2026-10-25T02:55", 1), ("2026-03-29T01:55", 0)])
def test_a_step_lasts_its_minutes_also_while_the_clock_jumps(local, fold, live_in, clock):
    study = live_in("Europe/Berlin")
    clock.ms = round(
        datetime.fromisoformat(local).replace(tzinfo=ZoneInfo("Europe/Berlin"), fold=fold).timestamp() * 1000
    )
    begun = clock.ms
    review = Review(study)
    review.answer(Rating.GOOD, 1000)
    assert state(study, "a1").due_at == begun + 600_000
    clock.ms = begun + 599_999
    assert (study.store.counts(study.now()).due.cards, study.store.counts(study.now()).learning.cards) == (0, 1)
    clock.ms = begun + 600_000
    assert (study.store.counts(study.now()).due.cards, study.store.counts(study.now()).learning.cards) == (1, 0)


def test_the_same_study_days_give_the_same_schedule_everywhere(live_in, clock):
    schedules = set()
    for zone, local in EVENINGS.values():
        if zone == "Pacific/Apia":
            continue  # there an evening is missing
        study = live_in(zone, local)
        intervals, item_state, first = [], state(study, "a1"), study.now().day
        for day in (first, first + 1, first + 4, first + 12, first + 40):
            clock.ms = study.calendar.turn_ms(day) + 7 * HOUR_MS
            scheduler = study.card_scheduler("small.first.a1")
            item_state = scheduler.preview(item_state, study.now(), "small.first.a1").easy.state
            intervals.append(item_state.due_day - day)
        schedules.add((*intervals, item_state.stability, item_state.difficulty))
    assert len(schedules) == 1


def test_westwards_over_the_date_line_a_day_comes_twice_and_nothing_is_due_early(live_in, clock):
    study = live_in("Pacific/Kiritimati", "2026-06-02T10:00")
    answer(study, "a1", 1)
    answer(study, "a2", 0)
    day = study.now().day
    study = live_in("Pacific/Pago_Pago")  # it is 2026-06-01, 09:00 there
    assert study.now().day == day - 1
    assert plan(study).due_cards == 0
    clock.move(days=1)
    assert plan(study).due_cards == 1
    clock.move(days=1)
    assert plan(study).due_cards == 2


def test_an_answer_of_tomorrow_counts_no_time_and_replays_the_same(live_in, clock):
    study = live_in("Pacific/Kiritimati", "2026-06-02T10:00")
    Review(study).answer(Rating.EASY, 1000)
    before = state(study, "a1")
    study = live_in("Pacific/Pago_Pago")
    item = study.store.item_by_key("small.first.a1")
    preview = study.card_scheduler(item.key).preview(item.state, study.now(), item.key)
    days = [outcome.due_day for outcome in preview]
    assert days == sorted(days)
    assert min(days) >= study.now().day
    assert preview.good.state.stability >= before.stability, "as on the same day"
    good = preview.good
    study.store.append(
        [Draft(EventKind.REVIEWED, study.now(), item.id, Rating.GOOD, 4000, 1, good.due_day, good.due_at)]
    )
    assert state(study, "a1") == good.state
    assert study.store.rebuild() == 0


def test_eastwards_over_the_date_line_a_day_is_left_out(live_in, clock):
    study = live_in("Pacific/Pago_Pago", "2026-06-01T09:00")
    answer(study, "a1", 1)
    answer(study, "a2", 2)
    study = live_in("Pacific/Kiritimati")
    assert plan(study).date == date(2026, 6, 2)
    assert plan(study).due_cards == 1
    clock.move(days=1)
    assert plan(study).due_cards == 2


@pytest.mark.parametrize(("year", "expected"), [(2027, date(2027, 3, 2)), (2028, date(2028, 3, 1))])
def test_a_leap_day_is_a_study_day(year, expected, live_in, clock):
    study = live_in("Europe/Berlin", f"{year}-02-28T12:00")
    answer(study, "a1", 2)
    assert date_of(state(study, "a1").due_day) == expected
    clock.move(days=1)
    assert plan(study).due_cards == 0
    clock.move(days=1)
    assert (plan(study).date, plan(study).due_cards) == (expected, 1)


def test_intervals_reach_beyond_2038_and_so_do_answers(live_in, clock):
    study = live_in("Europe/Berlin", "2026-11-30T12:00")
    answer(study, "a1", 36_500)
    assert date_of(state(study, "a1").due_day).year == 2126
    clock.ms = round(datetime(2126, 12, 1, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() * 1000)
    review = Review(study)
    assert review.question.card.name == "a1"
    review.answer(Rating.GOOD, 1000)
    assert state(study, "a1").last_day == study.now().day
    assert study.store.rebuild() == 0
    assert "a1" in review.undo()
    assert plan(study).due_cards == 1
