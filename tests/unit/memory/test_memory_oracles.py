"""Whole histories against the two reference implementations of FSRS-6: py-fsrs and fsrs-rs.

py-fsrs counts 24-hour periods where quizterm counts study days. The histories here make both agree: a review falls
on the same day a little later, or any number of whole days later at the same time of day.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import fsrs
import fsrs_rs_python
import pytest
from memory_strategies import MINUTE_MS, UTC_CALENDAR, random_weights

from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_STABILITY, HIGHEST_WEIGHTS, LOWEST_WEIGHTS, Memory
from quizterm.memory.item import NEW_ITEM, Phase, Rating
from quizterm.memory.review import memory_after
from quizterm.memory.scheduler import CARD_POLICY, Outcome, Policy, Scheduler

NOON = datetime(2022, 11, 29, 12, 30, tzinfo=UTC)
LEARNING_STEPS = [(1, 10), (), (5,), (1, 10, 60)]  # minutes
RELEARNING_STEPS = [(10,), (), (5, 30)]
PHASES = {fsrs.State.Learning: Phase.LEARNING, fsrs.State.Review: Phase.REVIEW, fsrs.State.Relearning: Phase.RELEARNING}
# The list in test_review_card of py-fsrs's own tests.
PUBLISHED_DAYS = [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]


def milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def due_after(outcome: Outcome, now: datetime) -> timedelta:
    """The outcome's due time as py-fsrs says it: from now, whole days at the same time of day."""
    if outcome.due_at is not None:
        return timedelta(milliseconds=outcome.due_at - milliseconds(now))
    return timedelta(days=outcome.due_day - UTC_CALENDAR.day_of(milliseconds(now)))


def random_times(draw: Random, length: int) -> Iterator[datetime]:
    at = NOON
    for _ in range(length):
        yield at
        if draw.random() < 0.4:
            at += timedelta(minutes=draw.randint(1, 20))
        else:
            at += timedelta(days=draw.choice([1, 2, 3, 7, 10, 30, 100, 1000]))


class Twins:
    """The same settings for quizterm's scheduler and for py-fsrs's."""

    def __init__(self, draw: Random, weights: tuple[float, ...]) -> None:
        learning, relearning = draw.choice(LEARNING_STEPS), draw.choice(RELEARNING_STEPS)
        retention, longest = draw.uniform(0.7, 0.97), draw.choice([36_500, 365, 10, 1])
        self.ours = Scheduler(
            Memory(weights),
            Policy(
                retention=retention,
                maximum_interval=longest,
                learning_steps=tuple(minutes * MINUTE_MS for minutes in learning),
                relearning_steps=tuple(minutes * MINUTE_MS for minutes in relearning),
                fuzz=False,
            ),
            UTC_CALENDAR,
        )
        self.theirs = fsrs.Scheduler(
            parameters=weights,
            desired_retention=retention,
            learning_steps=tuple(timedelta(minutes=minutes) for minutes in learning),
            relearning_steps=tuple(timedelta(minutes=minutes) for minutes in relearning),
            maximum_interval=longest,
            enable_fuzzing=False,
        )


@pytest.mark.parametrize("seed", range(20))
def test_histories_agree_with_py_fsrs(seed: int) -> None:
    draw = Random(seed)
    compared = 0
    for _ in range(250):
        weights = random_weights(draw) if seed % 2 else DEFAULT_WEIGHTS
        twins = Twins(draw, weights)
        state, card = NEW_ITEM, fsrs.Card(card_id=1)
        for at in random_times(draw, 12):
            if draw.random() < 0.1:  # the learner changes the settings
                twins = Twins(draw, weights)
            rating = Rating(draw.choice([1, 2, 3, 3, 3, 4]))
            outcome = twins.ours.preview(state, UTC_CALENDAR.moment(milliseconds(at)), "any")[rating - 1]
            card, _ = twins.theirs.review_card(card, fsrs.Rating(rating), at)
            state = outcome.state
            if card.stability > HIGHEST_STABILITY:  # py-fsrs knows no highest stability
                assert state.stability == HIGHEST_STABILITY
                break
            assert state.stability == pytest.approx(card.stability, rel=1e-6)
            assert state.difficulty == pytest.approx(card.difficulty, rel=1e-6)
            assert due_after(outcome, at) == card.due - at
            assert (state.phase, state.step) == (PHASES[card.state], card.step or 0)
            compared += 1
    assert compared > 1000


def test_the_history_that_py_fsrs_publishes_gives_its_intervals() -> None:
    ratings = [Rating.GOOD] * 6 + [Rating.AGAIN] * 2 + [Rating.GOOD] * 5
    ours = Scheduler(Memory(DEFAULT_WEIGHTS), CARD_POLICY._replace(fuzz=False), UTC_CALENDAR)
    theirs = fsrs.Scheduler(enable_fuzzing=False)
    state, card = NEW_ITEM, fsrs.Card(card_id=1)
    at, intervals, expected = NOON, [], []
    for rating in ratings:
        outcome = ours.preview(state, UTC_CALENDAR.moment(milliseconds(at)), "any")[rating - 1]
        card, _ = theirs.review_card(card, fsrs.Rating(rating), at)
        intervals.append(due_after(outcome, at))
        expected.append(card.due - at)
        state, at = outcome.state, card.due
    assert intervals == expected
    assert [interval.days for interval in intervals] == PUBLISHED_DAYS


def test_the_memory_state_that_py_fsrs_publishes_is_reached() -> None:
    state, day, memory = NEW_ITEM, 0, Memory(DEFAULT_WEIGHTS)
    history = [(0, Rating.AGAIN), *((days, Rating.GOOD) for days in (0, 1, 3, 8, 21))]
    for days, rating in history:
        day += days
        stability, difficulty = memory_after(state, rating, day, memory)
        state = state._replace(stability=stability, difficulty=difficulty, last_day=day)
    assert (state.stability, state.difficulty) == (
        pytest.approx(53.62691, abs=1e-4),
        pytest.approx(6.3574867, abs=1e-4),
    )


def weights_near_the_defaults(draw: Random) -> tuple[float, ...]:
    """Weights as fits find them; at the far ends of the bounds 32-bit floats lose the digits compared here."""
    weights = [
        min(max(weight * draw.uniform(0.7, 1.4), low), high)
        for low, weight, high in zip(LOWEST_WEIGHTS, DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, strict=True)
    ]
    return (*sorted(weights[:4]), *weights[4:])


@pytest.mark.parametrize("seed", range(20))
def test_histories_agree_with_fsrs_rs(seed: int) -> None:
    draw = Random(seed)
    weights = weights_near_the_defaults(draw) if seed % 2 else DEFAULT_WEIGHTS
    memory, reference = Memory(weights), fsrs_rs_python.FSRS(list(weights))
    for _ in range(100):
        reviews, states = [], []
        state, day, previous = NEW_ITEM, 0, 0
        for at in random_times(draw, 12):
            day = UTC_CALENDAR.day_of(milliseconds(at))
            rating = Rating(draw.choice([1, 2, 3, 3, 3, 4]))
            reviews.append(fsrs_rs_python.FSRSReview(rating, day - previous if reviews else 0))
            stability, difficulty = memory_after(state, rating, day, memory)
            state = state._replace(stability=stability, difficulty=difficulty, last_day=day)
            states.append((stability, difficulty))
            previous = day
        expected = reference.historical_memory_states(fsrs_rs_python.FSRSItem(reviews))
        assert [stability for stability, _ in states] == pytest.approx([it.stability for it in expected], rel=1e-4)
        assert [difficulty for _, difficulty in states] == pytest.approx([it.difficulty for it in expected], rel=1e-4)


@pytest.mark.parametrize("retention", [0.7, 0.8, 0.9, 0.95])
def test_intervals_agree_with_fsrs_rs(retention: float) -> None:
    memory, reference = Memory(DEFAULT_WEIGHTS), fsrs_rs_python.FSRS(list(DEFAULT_WEIGHTS))
    for stability in (0.01, 0.5, 1.0, 7.3, 90.0, 1234.5, 36_500.0):
        expected = reference.next_interval(stability, retention, 3)
        assert memory.interval(stability, retention) == pytest.approx(expected, rel=1e-4)
