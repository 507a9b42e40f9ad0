"""What the tests of quizterm.memory draw from: weights, items in any state, settings, moments."""

from dataclasses import dataclass
from datetime import UTC
from random import Random

from hypothesis import strategies as st

from quizterm.memory.days import Calendar
from quizterm.memory.events import Moment
from quizterm.memory.fsrs import HIGHEST_WEIGHTS, LOWEST_WEIGHTS
from quizterm.memory.item import NEW_ITEM, ItemState, Phase, Rating
from quizterm.memory.scheduler import Policy

UTC_CALENDAR = Calendar(UTC)
MINUTE_MS = 60_000
DAY_MS = 86_400_000

ratings = st.sampled_from(list(Rating))
bounded_weights = st.tuples(*(st.floats(low, high) for low, high in zip(LOWEST_WEIGHTS, HIGHEST_WEIGHTS, strict=True)))
ordered_weights = bounded_weights.map(lambda weights: (*sorted(weights[:4]), *weights[4:]))
moments = st.integers(0, 4_000_000_000_000).map(UTC_CALENDAR.moment)
steps = st.lists(st.integers(1, 86_399_999), max_size=4).map(tuple)
policies = st.builds(
    Policy,
    retention=st.floats(0.01, 1.0),
    maximum_interval=st.one_of(st.integers(1, 40), st.integers(1, 36_500)),
    learning_steps=steps,
    relearning_steps=steps,
    shortest_interval=st.sampled_from([1, 7]),
    fuzz=st.booleans(),
)


@st.composite
def seen_items(draw: st.DrawFn, now: Moment) -> ItemState:
    """An item in any state it may have after a first review, also one reviewed "later" than now."""
    phase = draw(st.sampled_from([Phase.LEARNING, Phase.REVIEW, Phase.RELEARNING]))
    stepping = phase is not Phase.REVIEW
    elapsed = draw(st.one_of(st.integers(-2, 3), st.integers(0, 40_000)))
    return ItemState(
        phase=phase,
        step=draw(st.integers(0, 4)) if stepping else 0,
        due_day=now.day + draw(st.integers(-1000, 1000)),
        due_at=now.at + draw(st.integers(-10 * DAY_MS, DAY_MS)) if stepping else None,
        stability=draw(st.floats(0.001, 36_500)),
        difficulty=draw(st.floats(1, 10)),
        last_day=now.day - elapsed,
        reps=draw(st.integers(1, 500)),
        lapses=draw(st.integers(0, 50)),
        suspended=draw(st.booleans()),
        buried_day=draw(st.none() | st.just(now.day)),
    )


@dataclass(frozen=True)
class Situation:
    """An item about to be reviewed."""

    state: ItemState
    now: Moment


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    now = draw(moments)
    return Situation(draw(st.just(NEW_ITEM) | seen_items(now)), now)


def random_weights(draw: Random) -> tuple[float, ...]:
    """Weights anywhere within their bounds, with first stabilities in the order of the ratings."""
    weights = [draw.uniform(low, high) for low, high in zip(LOWEST_WEIGHTS, HIGHEST_WEIGHTS, strict=True)]
    return (*sorted(weights[:4]), *weights[4:])
