"""Answers before the due day: they never spoil the schedule, and memory follows py-fsrs."""

from datetime import UTC, datetime, timedelta
from random import Random

import fsrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_strategies import DAY_MS, UTC_CALENDAR, ordered_weights, policies, random_weights

from quizterm.memory.balance import Load
from quizterm.memory.events import Moment
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, Memory
from quizterm.memory.item import NEW_ITEM, ItemState, Phase, Rating
from quizterm.memory.scheduler import CARD_POLICY, Policy, Preview, Scheduler

NOON = datetime(2027, 2, 20, 12, tzinfo=UTC)
_SUCCESS = (Rating.HARD, Rating.GOOD, Rating.EASY)


def on_day(day: int) -> Moment:
    return UTC_CALENDAR.moment(day * DAY_MS + DAY_MS // 2)


def waiting(scheduler: Scheduler, draw: Random) -> ItemState:
    """A card that waits for its day, after some answers on time, early and late."""
    state, day = NEW_ITEM, 20_000
    while state.phase is not Phase.REVIEW or draw.random() < 0.7:
        state = scheduler.preview(state, on_day(day), "card")[draw.choice(_SUCCESS) - 1].state
        assert state.due_day is not None
        day = max(day, state.due_day + draw.choice([0, 0, 0, 1, 9, -2]))
    return state


def load(draw: Random) -> Load:
    return Load({day: draw.randrange(40) for day in range(20_000, 23_000)}, easy_days={6})


def is_in_order(preview: Preview) -> bool:
    days = [outcome.due_day for outcome in preview]
    ends = [UTC_CALENDAR.turn_ms(outcome.due_day) if outcome.due_at is None else outcome.due_at for outcome in preview]
    return days == sorted(days) and ends == sorted(ends)


@given(st.integers(0), policies, ordered_weights, st.booleans(), st.floats(0, 1))
@settings(max_examples=400)
def test_an_early_success_never_brings_a_card_back_before_its_day(
    seed: int, policy: Policy, weights: tuple[float, ...], is_balanced: bool, early: float
) -> None:
    draw = Random(seed)
    scheduler = Scheduler(Memory(weights), policy, UTC_CALENDAR, load(draw) if is_balanced else None)
    state = waiting(scheduler, draw)
    assert state.due_day is not None
    assert state.last_day is not None
    day = state.last_day + int(early * (state.due_day - state.last_day))
    preview = scheduler.preview(state, on_day(day), "card")
    assert is_in_order(preview)
    assert all(outcome.due_day >= state.due_day for outcome in (preview.good, preview.easy))
    assert all(outcome.due_day <= day + policy.maximum_interval for outcome in preview)
    assert preview.good.state.stability >= state.stability


def test_without_that_rule_fuzz_would_spoil_the_schedule() -> None:
    """How often the window of an early Good reaches before the day the card had: the rule is needed."""
    draw, before = Random(1), 0
    scheduler = Scheduler(Memory(DEFAULT_WEIGHTS), CARD_POLICY, UTC_CALENDAR)
    for _ in range(200):
        state = waiting(scheduler, draw)
        assert state.due_day is not None
        assert state.last_day is not None
        good = scheduler.preview(state, on_day(state.last_day + 1), "card").good.state
        before += state.last_day + 1 + scheduler.window_of(good).low < state.due_day
    assert before > 20


def test_a_due_day_of_another_retention_is_not_kept() -> None:
    memory = Memory(DEFAULT_WEIGHTS)
    lax, strict = (Scheduler(memory, CARD_POLICY._replace(retention=share), UTC_CALENDAR) for share in (0.7, 0.97))
    state = ItemState(Phase.REVIEW, 0, 20_400, None, 100.0, 5.0, 20_000, 5)
    assert lax.preview(state, on_day(20_001), "card").good.due_day >= 20_400
    high = strict.window_of(state).high
    assert 20_000 + high <= strict.preview(state, on_day(20_001), "card").good.due_day < 20_100


@pytest.mark.parametrize("seed", range(4))
def test_stability_after_early_answers_is_that_of_py_fsrs(seed: int) -> None:
    draw, compared = Random(seed), 0
    for number in range(60):
        weights = random_weights(draw) if seed % 2 else DEFAULT_WEIGHTS
        ours = Scheduler(Memory(weights), CARD_POLICY, UTC_CALENDAR, load(draw))
        theirs = fsrs.Scheduler(parameters=weights, enable_fuzzing=False)
        state, card, at = NEW_ITEM, fsrs.Card(card_id=1), NOON
        for _ in range(8):
            rating = Rating(draw.choice([1, 2, 3, 3, 4]))
            now = UTC_CALENDAR.moment(round(at.timestamp() * 1000))
            is_early = state.phase is Phase.REVIEW and now.day < state.due_day
            state = ours.preview(state, now, f"card {number}")[rating - 1].state
            card, _ = theirs.review_card(card, fsrs.Rating(rating), at)
            if card.stability > 36_500:  # py-fsrs knows no highest stability
                break
            assert state.stability == pytest.approx(card.stability, rel=1e-6)
            assert state.difficulty == pytest.approx(card.difficulty, rel=1e-6)
            compared += is_early
            assert state.due_day is not None
            at += timedelta(days=draw.randint(1, max(1, state.due_day - now.day)))
    assert compared > 100
