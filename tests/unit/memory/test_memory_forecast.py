"""A year ahead: what must hold of any forecast, and one that can be reckoned by hand."""

from itertools import pairwise

import pytest

from quizterm.memory.forecast import DAYS, MOST_CARDS, Deck, Forecast, Habits, forecast
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, Memory
from quizterm.memory.item import ItemState, Phase

MEMORY = Memory(DEFAULT_WEIGHTS)
TODAY = 20_000


def card(due: int = 0, stability: float = 20.0) -> ItemState:
    return ItemState(Phase.REVIEW, 0, TODAY + due, None, stability, 5.0, TODAY - 20, 3)


def ahead(
    states: list[ItemState],
    new: int = 0,
    retention: float = 0.9,
    *,
    habits: Habits | None = None,
    new_a_day: int = 10,
    seed: int = 0,
) -> Forecast:
    return forecast(
        [Deck(states, new)],
        MEMORY,
        retention,
        TODAY,
        new_a_day=new_a_day,
        maximum_interval=36_500,
        habits=habits or Habits(),
        seed=seed,
    )


def test_a_card_always_recalled_comes_back_at_the_models_intervals() -> None:
    certain = Memory((*DEFAULT_WEIGHTS[:20], 0.1))
    one = forecast(
        [Deck([card(stability=30_000.0)])],
        certain,
        0.9,
        TODAY,
        new_a_day=0,
        maximum_interval=40,
        habits=Habits(seconds_failed=60, seconds_recalled=60, recalled=(0, 1, 0)),
        seed=3,
    )
    days = [day for day, minutes in enumerate(one.minutes_by_day) if minutes]
    assert days[0] == 0
    assert {later - earlier for earlier, later in pairwise(days)} == {40}, "the maximum interval"
    assert one.minutes_a_day == pytest.approx(len(days) / DAYS)
    assert one.reviews_a_day == pytest.approx(len(days) / DAYS)


@pytest.mark.parametrize("retention", [0.8, 0.95])
def test_of_cards_asked_when_they_are_due_as_many_are_recalled_as_desired(retention: float) -> None:
    due = round(MEMORY.interval(50.0, retention))
    cards = [card(due, 50.0)._replace(last_day=TODAY) for _ in range(1_000)]
    one = ahead(cards, retention=retention, habits=Habits(seconds_failed=60, seconds_recalled=0))
    assert one.minutes_by_day[due] / 1_000 == pytest.approx(1 - retention, abs=0.03)


def test_more_retention_costs_more_and_remembers_more() -> None:
    cards = [card(due % 30, 5.0 + due % 40) for due in range(300)]
    low, middle, high = (ahead(cards, 200, retention) for retention in (0.8, 0.9, 0.95))
    assert low.minutes_a_day < middle.minutes_a_day < high.minutes_a_day
    assert low.remembered < middle.remembered < high.remembered <= 500


def test_cards_of_a_retention_of_their_own_keep_it() -> None:
    cards = [card(due % 30, 5.0 + due % 40) for due in range(300)]

    def year(*decks: Deck, retention: float) -> Forecast:
        return forecast(decks, MEMORY, retention, TODAY, new_a_day=10, maximum_interval=36_500, habits=Habits())

    own = Deck(cards, 100, 0.95)
    assert year(own, retention=0.8)._replace(retention=0.95) == year(Deck(cards, 100), retention=0.95)
    mixed, low = (year(Deck(cards, 100), deck, retention=0.8) for deck in (own, Deck(cards, 100)))
    assert mixed.minutes_a_day > low.minutes_a_day
    assert mixed.remembered > low.remembered


def test_the_same_seed_gives_the_same_year() -> None:
    cards = [card(due) for due in range(50)]
    assert ahead(cards, 20, seed=1) == ahead(cards, 20, seed=1)
    assert ahead(cards, 20, seed=1) != ahead(cards, 20, seed=2)


def test_new_cards_come_by_the_limit_and_none_beyond_it() -> None:
    slow = Habits(seconds_failed=60, seconds_recalled=60, first=(0, 0, 0, 1))
    one = ahead([], 25, new_a_day=10, habits=slow)
    assert one.minutes_by_day[:3] == (10, 10, 5)
    assert ahead([], 25, new_a_day=0).reviews_a_day == 0


def test_what_is_overdue_comes_on_the_first_day() -> None:
    assert ahead([card(-500)], habits=Habits(60, 60)).minutes_by_day[0] == 1


def test_a_large_collection_is_forecast_from_a_sample() -> None:
    many = [card(due % 30) for due in range(2 * MOST_CARDS)]
    whole, half = ahead(many), ahead(many[:MOST_CARDS])
    assert whole.reviews_a_day == pytest.approx(2 * half.reviews_a_day, rel=0.05)
    assert whole.remembered == pytest.approx(2 * half.remembered, rel=0.02)
