"""A year ahead at a desired retention: reviews and minutes a day, and what is remembered at its end.

Each card is followed day by day: it is asked when due, recalled with the chance that the model gives, and comes back at
the interval of the retention in question, or of one of its own. New cards come by the day's limit. Draws are seeded.
"""

from collections.abc import Sequence
from itertools import chain, islice, repeat
from random import Random
from typing import NamedTuple

from quizterm.memory.fsrs import Memory
from quizterm.memory.item import ItemState, Rating

DAYS = 365
MOST_CARDS = 3_000  # a larger collection is forecast from a sample of as many
_RECALLED = (Rating.HARD, Rating.GOOD, Rating.EASY)


class Habits(NamedTuple):
    """How the learner answers: seconds for an answer that failed and for another, and how often which grade."""

    seconds_failed: float = 12.0
    seconds_recalled: float = 7.0
    first: tuple[float, float, float, float] = (0.2, 0.1, 0.6, 0.1)  # Again, Hard, Good, Easy
    recalled: tuple[float, float, float] = (0.1, 0.8, 0.1)  # Hard, Good, Easy


class Deck(NamedTuple):
    """Cards of one desired retention.

    `states` are of those that were answered before, without the suspended ones; `new` counts those that were not.
    `retention` is None where the cards follow the one that is forecast.
    """

    states: Sequence[ItemState]
    new: int = 0
    retention: float | None = None


class Forecast(NamedTuple):
    """Averages over the days forecast; `remembered` is the expected number of cards recalled at the end."""

    retention: float
    reviews_a_day: float
    minutes_a_day: float
    remembered: float
    minutes_by_day: tuple[float, ...]


def forecast(
    decks: Sequence[Deck],
    memory: Memory[float],
    retention: float,
    today: int,
    *,
    new_a_day: int,
    maximum_interval: int,
    habits: Habits,
    days: int = DAYS,
    seed: int = 0,
) -> Forecast:
    """Follow the cards for `days` study days from today on.

    Args:
        decks: in the order in which their new cards are met, `new_a_day` each day.
    """
    draw = Random(seed)
    scale = 1.0
    cards = [(state, deck.retention or retention) for deck in decks for state in deck.states]
    if len(cards) > MOST_CARDS:
        scale = len(cards) / MOST_CARDS
        cards = draw.sample(cards, MOST_CARDS)
    simulation = _Simulation(memory, maximum_interval, habits, today, days, draw)
    for state, own in cards:
        simulation.follow(state, own, scale)
    new = chain.from_iterable(repeat(deck.retention or retention, deck.new) for deck in decks)
    for number, own in enumerate(islice(new, new_a_day * days)):
        simulation.meet(today + number // new_a_day, own)
    return simulation.forecast(retention)


class _Simulation:
    def __init__(
        self,
        memory: Memory[float],
        maximum_interval: int,
        habits: Habits,
        today: int,
        days: int,
        draw: Random,
    ) -> None:
        self._memory = memory
        self._longest = maximum_interval
        self._habits = habits
        self._today = today
        self._end = today + days
        self._draw = draw
        self._reviews = [0.0] * days
        self._seconds = [0.0] * days
        self._remembered = 0.0

    def follow(self, state: ItemState, retention: float, scale: float) -> None:
        """A card that was answered before, standing for `scale` of its like."""
        assert state.stability is not None
        assert state.difficulty is not None
        assert state.last_day is not None
        assert state.due_day is not None
        due_day = max(state.due_day, self._today)
        self._go_on(state.stability, state.difficulty, state.last_day, due_day, retention, scale)

    def meet(self, day: int, retention: float) -> None:
        """A new card, met on a study day."""
        (rating,) = self._draw.choices(list(Rating), self._habits.first)
        self._count(day, rating, 1.0)
        stability, difficulty = self._memory.first(rating)
        self._go_on(stability, difficulty, day, day + self._interval(stability, retention), retention, 1.0)

    def _go_on(
        self, stability: float, difficulty: float, last_day: int, due_day: int, retention: float, scale: float
    ) -> None:
        memory = self._memory
        while due_day < self._end:
            elapsed = max(0, due_day - last_day)
            chance = memory.retrievability(stability, elapsed)
            if self._draw.random() < chance:
                (rating,) = self._draw.choices(_RECALLED, self._habits.recalled)
            else:
                rating = Rating.AGAIN
            self._count(due_day, rating, scale)
            stability, difficulty = memory.next(stability, difficulty, chance, memory.grades[rating - 1], elapsed == 0)
            last_day, due_day = due_day, due_day + self._interval(stability, retention)
        self._remembered += scale * memory.retrievability(stability, max(0, self._end - last_day))

    def _interval(self, stability: float, retention: float) -> int:
        return max(1, min(round(self._memory.interval(stability, retention)), self._longest))

    def _count(self, day: int, rating: Rating, scale: float) -> None:
        failed = rating is Rating.AGAIN
        self._reviews[day - self._today] += scale
        self._seconds[day - self._today] += scale * (
            self._habits.seconds_failed if failed else self._habits.seconds_recalled
        )

    def forecast(self, retention: float) -> Forecast:
        days = len(self._reviews)
        minutes = tuple(seconds / 60 for seconds in self._seconds)
        return Forecast(retention, sum(self._reviews) / days, sum(minutes) / days, self._remembered, minutes)
