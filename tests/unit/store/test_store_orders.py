"""The orders of due cards, and the cards that are due ahead, against plain loops over all items."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from store_helpers import COURSE, DAY, NOON, card, moment, review, step

from quizterm.memory.events import Draft, EventKind, Moment
from quizterm.memory.item import ItemState, Phase, Rating
from quizterm.store.rows import DueOrder, ItemKind, LessonRow
from quizterm.store.store import Store

CARD = ItemKind.CARD
CARDS = 60
NOW = moment(NOON + 200 * DAY)


@pytest.fixture
def learnt(store: Store) -> Store:
    """Sixty cards of three lessons, their ids not in the order of the content, after one or two answers each."""
    draw = Random(5)
    keys = [f"c.{lesson}.n{n}" for lesson in ("one", "two", "three") for n in range(CARDS // 3)]
    first = draw.sample(keys, CARDS)
    store.sync([LessonRow("c.all", [card(key) for key in first])], "as they were met")
    lessons = [LessonRow(f"c.{name}", [card(key) for key in keys if f".{name}." in key]) for name in ("one", "two")]
    lessons.append(LessonRow("c.three", [card(key) for key in keys if ".three." in key]))
    store.sync(lessons, "as they are now")
    answers = []
    for item in store.items_by_keys(keys).values():
        for at in draw.sample(range(200), draw.choice([1, 2])):
            rating, days = Rating(draw.randint(1, 4)), draw.randrange(99)
            answers.append(review(item.id, moment(NOON + at * DAY), rating, days))
    store.append(sorted(answers, key=lambda answer: answer.moment))
    return store


def states(store: Store, now: Moment = NOW) -> dict[int, ItemState]:
    return {item_id: item.state for item_id in store.seen_ids(now) if (item := store.item(item_id)) is not None}


def recall(store: Store, state: ItemState, now: Moment) -> float:
    assert state.stability is not None
    assert state.last_day is not None
    return store.memory.retrievability(state.stability, max(0, now.day - state.last_day))


def is_rising(numbers: list[float]) -> bool:
    return all(one <= next_one + 1e-12 for one, next_one in pairwise(numbers))


@pytest.mark.parametrize("order", DueOrder)
def test_each_order_asks_the_same_cards_and_a_limit_cuts_it(learnt: Store, order: DueOrder) -> None:
    whole = learnt.due_ids(NOW, CARD, order=order)
    assert sorted(whole) == sorted(learnt.due_ids(NOW, CARD))
    assert len(whole) > 20
    for limit in (0, 1, 7, 1000):
        assert learnt.due_ids(NOW, CARD, limit=limit, order=order) == whole[:limit]


def test_by_recall_the_card_most_likely_forgotten_comes_first(learnt: Store) -> None:
    for days in (0, 1, 30, 400):
        now = moment(NOW.at + days * DAY)
        known = states(learnt, now)
        odds = [recall(learnt, known[item_id], now) for item_id in learnt.due_ids(now, CARD, order=DueOrder.RECALL)]
        assert is_rising(odds)
        assert odds[0] < odds[-1]


def test_a_clock_set_back_before_an_answer_counts_no_time(learnt: Store) -> None:
    now = moment(NOON + 150 * DAY)
    known = states(learnt, now)
    assert any(state.last_day > now.day for state in known.values())
    odds = [recall(learnt, known[item_id], now) for item_id in learnt.due_ids(now, CARD, order=DueOrder.RECALL)]
    assert is_rising(odds)


def test_by_lesson_the_order_is_that_of_the_course(learnt: Store) -> None:
    keys = [f"c.{lesson}.n{n}" for lesson in ("one", "two", "three") for n in range(CARDS // 3)]
    content = [item.id for item in learnt.items_by_keys(keys).values()]
    due = learnt.due_ids(NOW, CARD)
    assert learnt.due_ids(NOW, CARD, order=DueOrder.LESSON) == [item_id for item_id in content if item_id in due]
    assert due != sorted(due, key=content.index)


def test_by_chance_the_order_stays_for_a_day_and_changes_with_it(learnt: Store) -> None:
    due = set(learnt.due_ids(NOW, CARD))
    today = learnt.due_ids(NOW, CARD, order=DueOrder.RANDOM)
    assert learnt.due_ids(moment(NOW.at + DAY // 3), CARD, order=DueOrder.RANDOM) == today
    learnt.append([review(today[0], NOW)])
    assert learnt.due_ids(NOW, CARD, order=DueOrder.RANDOM) == today[1:], "an answer does not shuffle the others"
    orders = {tuple(today)}
    for day in range(1, 30):
        later = learnt.due_ids(moment(NOW.at + day * DAY), CARD, order=DueOrder.RANDOM)
        orders.add(tuple(item_id for item_id in later if item_id in due))
    assert len(orders) == 30


def test_by_chance_no_order_comes_more_often_than_another(store: Store) -> None:
    """Chi-squared over the 24 orders of four cards, whose ids follow one another."""
    store.append([review(item_id, moment(), days=1) for item_id in (1, 2, 3, 5)])
    days = 1200
    orders = Counter(
        tuple(store.due_ids(moment(NOW.at + day * DAY), CARD, order=DueOrder.RANDOM)) for day in range(days)
    )
    expected = days / 24
    assert len(orders) == 24
    assert sum((times - expected) ** 2 / expected for times in orders.values()) < 45  # 23 on average, once in 200 more


@pytest.mark.parametrize("order", DueOrder)
def test_ended_steps_come_first_in_every_order(learnt: Store, order: DueOrder) -> None:
    last = learnt.due_ids(NOW, CARD, order=order)[-2:]
    learnt.append([step(last[1], NOW, minutes=1)])
    learnt.append([step(last[0], NOW, minutes=2)])
    assert learnt.due_ids(moment(NOW.at + 3 * 60_000), CARD, order=order)[:2] == [last[1], last[0]]


def test_ahead_are_the_cards_due_by_then_the_least_likely_recalled_first(learnt: Store) -> None:
    now = moment(NOON + 100 * DAY)
    known = states(learnt, now)
    distances = {state.due_day - now.day for state in known.values() if state.due_day is not None}
    for days in {0, 1, 5, 50} | {distance for distance in distances if distance > 0} | {max(distances) - 1}:
        ahead = learnt.ahead_ids(now, days)
        assert set(ahead) == {
            item_id
            for item_id, state in known.items()
            if state.due_at is None and state.due_day <= now.day + days and state.last_day < now.day
        }
        assert is_rising([recall(learnt, known[item_id], now) for item_id in ahead])
        assert learnt.ahead_ids(now, days, limit=3) == ahead[:3]


def test_a_card_answered_today_is_not_asked_ahead_again(store: Store) -> None:
    now = moment()
    store.append([review(1, now, days=1)])
    assert store.ahead_ids(now, 5) == []
    assert store.ahead_ids(moment(NOON + DAY), 5) == [1]


def test_what_was_seen_leaves_out_new_suspended_and_buried_cards(store: Store) -> None:
    now = moment()
    store.append([review(1, now), step(2, now), review(3, now), review(5, now)])
    store.append([Draft(EventKind.SUSPENDED, now, 3), Draft(EventKind.BURIED, now, 5)])
    assert store.seen_ids(now) == [2, 1]
    assert store.seen_ids(now, ["c.two"]) == []
    assert store.seen_ids(moment(NOON + DAY), ["c.two"]) == [5]
    assert store.item(2).state.phase is Phase.LEARNING
    store.sync([COURSE[1]], "without the first lesson")
    assert store.seen_ids(moment(NOON + DAY)) == [5]
