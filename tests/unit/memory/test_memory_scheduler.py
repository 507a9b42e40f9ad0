"""When an item comes back: steps, intervals, limits, and an order of the buttons that always holds."""

import os
import subprocess
import sys
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_strategies import (
    DAY_MS,
    MINUTE_MS,
    UTC_CALENDAR,
    Situation,
    bounded_weights,
    policies,
    situations,
)

from quizterm.memory.days import Calendar
from quizterm.memory.events import Event, EventKind, Moment
from quizterm.memory.fold import apply
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, Memory
from quizterm.memory.fuzz import fuzz_window
from quizterm.memory.item import NEW_ITEM, ItemState, Phase, Rating
from quizterm.memory.scheduler import CARD_POLICY, EXERCISE_POLICY, Outcome, Policy, Preview, Scheduler

NOON = UTC_CALENDAR.moment(1_800_000_000_000 // DAY_MS * DAY_MS + DAY_MS // 2)
MEMORY = Memory(DEFAULT_WEIGHTS)
EXACT_CARDS = CARD_POLICY._replace(fuzz=False)
REVIEWED_ONCE = ItemState(
    phase=Phase.REVIEW,
    due_day=NOON.day,
    stability=10.0,
    difficulty=5.0,
    last_day=NOON.day - 10,
    reps=3,
)


def preview(state: ItemState, policy: Policy = EXACT_CARDS, now: Moment = NOON, seed: str = "a card") -> Preview:
    return Scheduler(MEMORY, policy, UTC_CALENDAR).preview(state, now, seed)


def minutes(outcomes: Preview, now: Moment = NOON) -> list[float | None]:
    """How many minutes each button's step lasts; None where it goes on in days."""
    return [None if outcome.due_at is None else (outcome.due_at - now.at) / MINUTE_MS for outcome in outcomes]


def days(outcomes: Preview, now: Moment = NOON) -> list[int]:
    return [outcome.due_day - now.day for outcome in outcomes]


def due_moment(outcome: Outcome, calendar: Calendar) -> int:
    return calendar.turn_ms(outcome.due_day) if outcome.due_at is None else outcome.due_at


def learning(step: int, phase: Phase = Phase.LEARNING) -> ItemState:
    return ItemState(
        phase=phase,
        step=step,
        due_day=NOON.day,
        due_at=NOON.at,
        stability=2.0,
        difficulty=5.0,
        last_day=NOON.day,
        reps=step + 1,
    )


def steps(*lengths: int) -> tuple[int, ...]:
    return tuple(length * MINUTE_MS for length in lengths)


@pytest.mark.parametrize(
    ("state", "learning_steps", "expected"),
    [
        pytest.param(NEW_ITEM, steps(1, 10), [1, 5.5, 10, None], id="Hard on the first of two is their mean"),
        pytest.param(NEW_ITEM, steps(4), [4, 6, None, None], id="Hard on the only one is half as long again"),
        pytest.param(NEW_ITEM, (), [None, None, None, None], id="no steps"),
        pytest.param(learning(1), steps(1, 10), [1, 10, None, None], id="the last step"),
        pytest.param(learning(1), steps(1, 10, 60), [1, 10, 60, None], id="a middle step"),
        pytest.param(learning(3), steps(1, 10), [1, None, None, None], id="steps were removed meanwhile"),
        pytest.param(NEW_ITEM, steps(30, 10), [30, 30, 30, None], id="steps that fall are held in order"),
    ],
)
def test_learning_steps(state: ItemState, learning_steps: tuple[int, ...], expected: list[float | None]) -> None:
    assert minutes(preview(state, EXACT_CARDS._replace(learning_steps=learning_steps))) == expected


@pytest.mark.parametrize(
    ("state", "relearning_steps", "expected"),
    [
        pytest.param(REVIEWED_ONCE, steps(10), [10, None, None, None], id="Again begins to relearn"),
        pytest.param(REVIEWED_ONCE, (), [None, None, None, None], id="no steps"),
        pytest.param(learning(0, Phase.RELEARNING), steps(10), [10, 15, None, None], id="the only step"),
        pytest.param(learning(0, Phase.RELEARNING), steps(10, 30), [10, 20, 30, None], id="two steps"),
    ],
)
def test_relearning_steps(state: ItemState, relearning_steps: tuple[int, ...], expected: list[float | None]) -> None:
    assert minutes(preview(state, EXACT_CARDS._replace(relearning_steps=relearning_steps))) == expected


def test_an_interval_is_the_whole_days_that_fsrs_gives() -> None:
    outcomes = preview(REVIEWED_ONCE)
    retrievability = MEMORY.retrievability(10.0, 10)
    expected = [MEMORY.next(10.0, 5.0, retrievability, grade, False)[0] for grade in MEMORY.grades]
    assert [outcome.state.stability for outcome in outcomes] == expected
    assert days(outcomes)[1:] == [round(stability) for stability in expected[1:]]


def test_a_step_may_end_on_the_next_study_day() -> None:
    now = Moment(NOON.at + 16 * 60 * MINUTE_MS - 5 * MINUTE_MS, 0, NOON.day)  # 03:55
    outcomes = preview(NEW_ITEM, now=now)
    assert minutes(outcomes, now) == [1, 5.5, 10, None]
    assert days(outcomes, now)[:3] == [0, 1, 1]


def test_an_interval_of_a_day_is_not_over_before_the_step_of_a_lesser_button() -> None:
    fading = learning(1)._replace(stability=0.1)
    assert days(preview(fading))[:3] == [0, 0, 1]
    now = Moment(NOON.at + 16 * 60 * MINUTE_MS - 5 * MINUTE_MS, 0, NOON.day)  # 03:55
    outcomes = preview(fading, now=now)
    assert minutes(outcomes, now)[1] == 10
    assert days(outcomes, now)[:3] == [0, 1, 2]


def test_an_early_review_counts_the_days_that_passed() -> None:
    early = preview(REVIEWED_ONCE._replace(due_day=NOON.day + 400, last_day=NOON.day - 2))
    assert early == preview(REVIEWED_ONCE._replace(last_day=NOON.day - 2))
    assert days(early)[2] < days(preview(REVIEWED_ONCE))[2] < days(preview(REVIEWED_ONCE._replace(last_day=0)))[2]


def test_a_clock_that_went_back_counts_as_the_same_day() -> None:
    today, tomorrow = REVIEWED_ONCE._replace(last_day=NOON.day), REVIEWED_ONCE._replace(last_day=NOON.day + 1)
    assert preview(tomorrow) == preview(today)


def test_flying_west_to_yesterday_counts_as_the_same_day() -> None:
    at = NOON.at + 10 * 60 * MINUTE_MS
    tokyo, honolulu = Calendar(ZoneInfo("Asia/Tokyo")), Calendar(ZoneInfo("Pacific/Honolulu"))
    first = Scheduler(MEMORY, EXACT_CARDS, tokyo).preview(NEW_ITEM, tokyo.moment(at), "a card").easy.state
    there = honolulu.moment(at + 60 * MINUTE_MS)
    assert first.last_day is not None
    assert there.day < first.last_day
    again = Scheduler(MEMORY, EXACT_CARDS, honolulu).preview(first, there, "a card").good
    assert first.stability is not None
    assert again.state.stability is not None
    assert again.state.stability >= first.stability
    assert again.due_day > there.day


def test_the_window_of_what_would_stay_away_too_long_is_that_of_the_longest_interval() -> None:
    scheduler = Scheduler(MEMORY, CARD_POLICY._replace(maximum_interval=50), UTC_CALENDAR)
    assert scheduler.window_of(REVIEWED_ONCE._replace(stability=9_000.0)) == fuzz_window(50, 1, 50)


def test_an_exercise_comes_back_after_a_week_or_more() -> None:
    outcomes = preview(NEW_ITEM, EXERCISE_POLICY)
    assert minutes(outcomes) == [None] * 4
    assert min(days(outcomes)) >= 7
    assert [outcome.state.phase for outcome in outcomes] == [Phase.REVIEW] * 4


def test_a_maximum_of_one_day_is_kept_by_all_buttons() -> None:
    now = Moment(NOON.at + 16 * 60 * MINUTE_MS - 5 * MINUTE_MS, 0, NOON.day)  # 03:55
    outcomes = preview(learning(1), CARD_POLICY._replace(maximum_interval=1), now)
    assert days(outcomes, now) == [0, 1, 1, 1]
    assert minutes(outcomes, now)[1] == 5  # cut at 04:00


def test_fuzz_is_the_same_in_every_process() -> None:
    program = (
        "from datetime import UTC; from quizterm.memory.days import Calendar; from quizterm.memory.fsrs import *;"
        "from quizterm.memory.item import *; from quizterm.memory.scheduler import *;"
        "scheduler = Scheduler(Memory(DEFAULT_WEIGHTS), CARD_POLICY, Calendar(UTC));"
        f"state = ItemState(Phase.REVIEW, 0, {NOON.day}, None, 80.0, 5.0, {NOON.day - 80}, 9);"
        f"moment = Calendar(UTC).moment({NOON.at});"
        "print([scheduler.preview(state, moment, str(n)).good.due_day for n in range(20)])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    state = REVIEWED_ONCE._replace(stability=80.0, last_day=NOON.day - 80, reps=9)
    here = [preview(state, CARD_POLICY, seed=str(n)).good.due_day for n in range(20)]
    assert printed == {f"{here}\n"}
    assert len(set(here)) > 5


def test_fuzz_differs_from_one_repetition_to_the_next() -> None:
    state = REVIEWED_ONCE._replace(stability=80.0, last_day=NOON.day - 80)
    assert len({preview(state._replace(reps=reps), CARD_POLICY).good.due_day for reps in range(1, 20)}) > 5


@pytest.mark.parametrize("change", [{"retention": 0.0}, {"retention": 1.5}, {"maximum_interval": 0}])
def test_a_policy_that_makes_no_sense_is_refused(change: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"retention must|one day or longer"):
        Scheduler(MEMORY, CARD_POLICY._replace(**change), UTC_CALENDAR)


@given(situations(), policies, bounded_weights)
@settings(max_examples=500)
def test_no_button_is_due_before_a_lesser_one(situation: Situation, policy: Policy, weights: tuple[float, ...]) -> None:
    outcomes = Scheduler(Memory(weights), policy, UTC_CALENDAR).preview(situation.state, situation.now, "an item")
    due = [due_moment(outcome, UTC_CALENDAR) for outcome in outcomes]
    due_days = [outcome.due_day for outcome in outcomes]
    assert due == sorted(due)
    assert due_days == sorted(due_days)


@given(situations(), policies, bounded_weights)
@settings(max_examples=300)
def test_every_due_time_lies_ahead_and_within_the_maximum(
    situation: Situation, policy: Policy, weights: tuple[float, ...]
) -> None:
    now = situation.now
    for outcome in Scheduler(Memory(weights), policy, UTC_CALENDAR).preview(situation.state, now, "an item"):
        assert now.day <= outcome.due_day <= now.day + policy.maximum_interval
        if outcome.due_at is None:
            assert outcome.due_day >= now.day + min(policy.shortest_interval, policy.maximum_interval)
        else:
            assert now.at <= outcome.due_at
            assert outcome.due_day == UTC_CALENDAR.day_of(outcome.due_at)


@given(situations(), policies, bounded_weights, st.text())
@settings(max_examples=300)
def test_fuzz_stays_in_the_window_around_the_exact_interval(
    situation: Situation, policy: Policy, weights: tuple[float, ...], seed: str
) -> None:
    memory, now = Memory(weights), situation.now
    fuzzed = Scheduler(memory, policy._replace(fuzz=True), UTC_CALENDAR).preview(situation.state, now, seed)
    exact = Scheduler(memory, policy._replace(fuzz=False), UTC_CALENDAR).preview(situation.state, now, seed)
    for ours, plain in zip(fuzzed, exact, strict=True):
        assert ours.due_at == plain.due_at
        if plain.due_at is None:
            window = fuzz_window(plain.due_day - now.day, 1, policy.maximum_interval)
            assert window.low <= ours.due_day - now.day <= window.high
        else:
            assert ours.due_day == plain.due_day


@given(situations(), policies, bounded_weights, st.sampled_from(["Europe/Berlin", "Pacific/Apia", "America/Havana"]))
@settings(max_examples=300)
def test_a_preview_shows_the_state_that_the_review_will_make(
    situation: Situation, policy: Policy, weights: tuple[float, ...], zone: str
) -> None:
    calendar, memory = Calendar(ZoneInfo(zone)), Memory(weights)
    now = calendar.moment(situation.now.at)
    for outcome in Scheduler(memory, policy, calendar).preview(situation.state, now, "an item"):
        review = Event(
            id=1,
            kind=EventKind.REVIEWED,
            item_id=1,
            at=now.at,
            offset=now.offset,
            day=now.day,
            rating=outcome.rating,
            due_day=outcome.due_day,
            due_at=outcome.due_at,
        )
        assert apply(situation.state, review, memory) == outcome.state
        assert (outcome.state.due_day, outcome.state.due_at) == (outcome.due_day, outcome.due_at)


@given(situations(), policies)
def test_a_preview_shown_twice_is_the_same(situation: Situation, policy: Policy) -> None:
    scheduler = Scheduler(MEMORY, policy, UTC_CALENDAR)
    first = scheduler.preview(situation.state, situation.now, "an item")
    assert scheduler.preview(situation.state, situation.now, "an item") == first
    assert [outcome.rating for outcome in first] == list(Rating)
