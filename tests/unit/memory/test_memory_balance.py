"""Load balancing: even days, easy days, and nothing that fuzz alone would not have allowed."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_strategies import UTC_CALENDAR, Situation, bounded_weights, policies, situations

from quizterm.memory.balance import Load
from quizterm.memory.days import date_of
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, Memory
from quizterm.memory.fuzz import Window, draw_for, fuzz_window
from quizterm.memory.item import ItemState, Phase, Rating
from quizterm.memory.scheduler import CARD_POLICY, Policy, Scheduler

MEMORY = Memory(DEFAULT_WEIGHTS)
TODAY = 20_000
loads = st.builds(
    Load,
    st.dictionaries(st.integers(0, 60_000), st.integers(0, 500), max_size=30),
    st.sets(st.integers(0, 6), max_size=6),
)
draws = st.integers(0, (1 << 64) - 1)


@given(situations(), policies, bounded_weights, loads, st.sets(st.integers(0, 60), max_size=8))
@settings(max_examples=300)
def test_buttons_stay_in_order_and_days_in_the_window_of_fuzz(
    situation: Situation, policy: Policy, weights: tuple[float, ...], load: Load, ahead: set[int]
) -> None:
    memory, now = Memory(weights), situation.now
    siblings = {now.day + days for days in ahead}
    balanced = Scheduler(memory, policy, UTC_CALENDAR, load).preview(situation.state, now, "an item", siblings)
    exact = Scheduler(memory, policy._replace(fuzz=False), UTC_CALENDAR).preview(situation.state, now, "an item")
    days = [outcome.due_day for outcome in balanced]
    assert days == sorted(days)
    for ours, plain in zip(balanced, exact, strict=True):
        assert ours.due_at == plain.due_at
        if plain.due_at is None:
            window = fuzz_window(plain.due_day - now.day, 1, policy.maximum_interval)
            assert window.low <= ours.due_day - now.day <= window.high


@given(draws, st.integers(3, 60), st.integers(0, 20), st.lists(st.floats(0.001, 1), min_size=100, max_size=100))
def test_equal_weights_change_nothing_and_no_weight_leaves_the_window(
    draw: int, low: int, width: int, weights: list[float]
) -> None:
    window = Window(low, low + width)
    assert window.pick_by(draw, lambda _: 1.0) in (window.pick(draw), window.pick(draw) + 1, window.pick(draw) - 1)
    assert window.low <= window.pick_by(draw, lambda days: weights[days]) <= window.high


def due_days(load: Load | None, cards: int = 600, easy: bool = False) -> Counter[int]:
    """Where the same cards come to be due, answered one after another."""
    scheduler = Scheduler(MEMORY, CARD_POLICY, UTC_CALENDAR, load)
    now = UTC_CALENDAR.moment(TODAY * 86_400_000 + 43_200_000)
    state = ItemState(Phase.REVIEW, 0, TODAY, None, 60.0, 5.0, TODAY - 60, 5)
    days: Counter[int] = Counter()
    for number in range(cards):
        outcome = scheduler.preview(state, now, f"card {number}")[Rating.GOOD - 1]
        days[outcome.due_day] += 1
        if load is not None:
            load.move(None, outcome.due_day)
    return days


def test_balanced_days_are_more_even() -> None:
    plain, balanced = due_days(None), due_days(Load({}))
    assert set(balanced) <= set(range(min(plain), max(plain) + 1))
    assert max(balanced.values()) < max(plain.values())
    assert max(balanced.values()) - min(balanced.values()) < max(plain.values()) - min(plain.values())


def test_less_comes_due_on_easy_days() -> None:
    days = due_days(Load({}, easy_days=[5, 6]))
    weekend = [count for day, count in days.items() if date_of(day).weekday() >= 5]
    week = [count for day, count in days.items() if date_of(day).weekday() < 5]
    assert max(weekend) < min(week)


def test_a_full_day_is_left_to_others() -> None:
    full = TODAY + max(due_days(None, 50)) - TODAY
    assert due_days(Load({full: 500}), 50)[full] == 0


def test_the_days_of_siblings_are_left_to_others() -> None:
    scheduler = Scheduler(MEMORY, CARD_POLICY, UTC_CALENDAR, Load({}))
    now = UTC_CALENDAR.moment(TODAY * 86_400_000 + 43_200_000)
    state = ItemState(Phase.REVIEW, 0, TODAY, None, 60.0, 5.0, TODAY - 60, 5)

    def due(siblings: set[int]) -> Counter[int]:
        names = [f"card {number}" for number in range(400)]
        return Counter(scheduler.preview(state, now, name, siblings)[Rating.GOOD - 1].due_day for name in names)

    plain = due(set())
    taken = set(sorted(plain)[::2])
    balanced = due(taken)
    assert set(balanced) <= set(range(min(plain), max(plain) + 1))
    assert sum(balanced[day] for day in taken) < sum(plain[day] for day in taken) / 3
    assert due(set(range(min(plain), max(plain) + 1))) == plain, "where all days have one, none is the better"


def test_a_preview_shown_twice_is_the_same_twice() -> None:
    scheduler = Scheduler(MEMORY, CARD_POLICY, UTC_CALENDAR, Load({TODAY + 100: 9}))
    now = UTC_CALENDAR.moment(TODAY * 86_400_000)
    state = ItemState(Phase.REVIEW, 0, TODAY, None, 60.0, 5.0, TODAY - 60, 5)
    assert scheduler.preview(state, now, "x") == scheduler.preview(state, now, "x")
    assert draw_for("x", 5) == draw_for("x", 5)


def test_what_moves_is_counted_where_it_goes() -> None:
    load = Load({TODAY: 1})
    load.move(TODAY, TODAY + 1)
    assert load.welcome(TODAY) == 1.0
    assert load.welcome(TODAY + 1) == pytest.approx(0.25)
    load.move(TODAY, None)
    assert load.welcome(TODAY) == 1.0, "never below nothing"
