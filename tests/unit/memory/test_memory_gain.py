"""The gain of a review: its formula against sums over days, and its order against others on a backlog of many cards."""

import math
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_strategies import bounded_weights

from quizterm.memory.fsrs import DEFAULT_WEIGHTS, Memory
from quizterm.memory.gain import HORIZON, Trace, by_gain, gain
from quizterm.memory.item import Rating

MEMORY = Memory(DEFAULT_WEIGHTS)
AGAIN, GOOD = (MEMORY.grades[rating - 1] for rating in (Rating.AGAIN, Rating.GOOD))

Order = Callable[[list[Trace], int, dict[int, int]], list[int]]  # cards that are due, the day, due days -> ids


def summed(stability: float, start: float, steps: int = 30_000) -> float:
    """The chance of recall over the horizon, summed up in small steps."""
    width = HORIZON / steps
    return sum(MEMORY.retrievability(stability, start + (step + 0.5) * width) for step in range(steps)) * width


@given(bounded_weights, st.floats(0.1, 1000), st.floats(0, 400), st.floats(0.1, 400))
def test_days_known_grow_by_the_chance_of_recall(
    weights: tuple[float, ...], stability: float, start: float, days: float
) -> None:
    memory = Memory(weights)
    known = memory.days_known(stability, start, start + days)
    most, least = (memory.retrievability(stability, elapsed) for elapsed in (start, start + days))
    assert least * days - 1e-6 <= known <= most * days + 1e-6
    halves = memory.days_known(stability, start, start + days / 2) + memory.days_known(
        stability, start + days / 2, start + days
    )
    assert halves == pytest.approx(known, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("stability", [0.3, 2.0, 15.0, 300.0])
@pytest.mark.parametrize("elapsed", [1, 9, 100, 900])
def test_the_gain_is_the_recall_with_a_review_less_that_without(stability: float, elapsed: int) -> None:
    recall = MEMORY.retrievability(stability, elapsed)
    recalled, _ = MEMORY.next(stability, 6.0, recall, GOOD, False)
    forgotten = MEMORY.next(stability, 6.0, recall, AGAIN, False)
    relearned, _ = MEMORY.next(*forgotten, 1.0, GOOD, True)
    expected = recall * summed(recalled, 0) + (1 - recall) * summed(relearned, 0) - summed(stability, elapsed)
    assert gain(Trace(1, stability, 6.0, 20_000 - elapsed), MEMORY, 20_000) == pytest.approx(expected, abs=1e-3)


def test_what_is_forgotten_and_will_be_kept_comes_first() -> None:
    def forgotten_to(recall: float, item_id: int, stability: float, difficulty: float) -> Trace:
        return Trace(item_id, stability, difficulty, 20_000 - round(MEMORY.interval(stability, recall)))

    kept, fleeting = forgotten_to(0.6, 1, 50.0, 5.0), forgotten_to(0.4, 2, 0.2, 9.0)
    fresh = forgotten_to(0.95, 3, 50.0, 5.0)
    assert by_gain([fresh, fleeting, kept], MEMORY, 20_000) == [1, 2, 3]


def test_a_clock_set_back_counts_no_time() -> None:
    assert gain(Trace(1, 10.0, 5.0, 20_005), MEMORY, 20_000) == gain(Trace(1, 10.0, 5.0, 20_000), MEMORY, 20_000)


def backlog(seed: int, cards: int, away: int) -> list[Trace]:
    """Cards in the midst of their intervals when the learner went away, on day 0, for some days."""
    draw = Random(seed)
    found = []
    for item_id in range(cards):
        stability = math.exp(draw.uniform(0, math.log(200)))
        found.append(Trace(item_id, stability, draw.uniform(1, 10), -int(draw.uniform(0, max(1, stability))) - away))
    return found


def recall_lost(order: Order, seed: int, *, cards: int, away: int, cap: int, days: int = 42) -> float:
    """Cards forgotten, on average over six weeks after the return, with some reviews a day in an order.

    Each card has draws of its own, so that orders are compared on the same luck.
    """
    traces = {trace.item_id: trace for trace in backlog(seed, cards, away)}
    due = {item_id: trace.last_day + max(1, round(trace.stability)) for item_id, trace in traces.items()}
    luck = {item_id: Random(f"{seed} {item_id}") for item_id in traces}
    lost = 0.0
    for day in range(days):
        waiting = [trace for trace in traces.values() if due[trace.item_id] <= day]
        for item_id in order(waiting, day, due)[:cap]:
            _, stability, difficulty, last_day = traces[item_id]
            recall = MEMORY.retrievability(stability, day - last_day)
            if luck[item_id].random() < recall:
                after = MEMORY.next(stability, difficulty, recall, GOOD, False)
            else:
                after = MEMORY.next(*MEMORY.next(stability, difficulty, recall, AGAIN, False), 1.0, GOOD, True)
            traces[item_id] = Trace(item_id, *after, day)
            due[item_id] = day + max(1, round(after[0]))
        lost += sum(1 - MEMORY.retrievability(one.stability, day + 1 - one.last_day) for one in traces.values())
    return lost / days


def in_due_order(waiting: list[Trace], _day: int, due: dict[int, int]) -> list[int]:
    return sorted((one.item_id for one in waiting), key=lambda item_id: (due[item_id], item_id))


def at_random(waiting: list[Trace], day: int, _due: dict[int, int]) -> list[int]:
    return Random(day).sample(sorted(one.item_id for one in waiting), len(waiting))


def least_likely_first(waiting: list[Trace], day: int, _due: dict[int, int]) -> list[int]:
    ranked = sorted((MEMORY.retrievability(one.stability, day - one.last_day), one.item_id) for one in waiting)
    return [item_id for _, item_id in ranked]


def most_gained_first(waiting: list[Trace], day: int, _due: dict[int, int]) -> list[int]:
    return by_gain(waiting, MEMORY, day)


@pytest.mark.parametrize(
    ("cards", "away", "cap"), [(240, 60, 20), (500, 30, 20), (500, 120, 10)], ids=["short", "long", "far too long"]
)
def test_by_gain_a_backlog_loses_least_recall(cards: int, away: int, cap: int) -> None:
    lost = {
        order: sum(recall_lost(order, seed, cards=cards, away=away, cap=cap) for seed in range(3))
        for order in (most_gained_first, in_due_order, at_random, least_likely_first)
    }
    assert min(lost, key=lost.__getitem__) is most_gained_first, lost
    assert lost[most_gained_first] < 0.995 * lost[in_due_order]
    assert lost[most_gained_first] < 0.95 * lost[at_random]
