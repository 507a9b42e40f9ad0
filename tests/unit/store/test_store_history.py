"""What the log says of an item, of a day, and in all."""

import json

import pytest
from store_helpers import DAY, HOUR, NOON, moment, review, step

from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fold import active
from quizterm.memory.item import Rating
from quizterm.store.rows import Answered, ItemKind, PerKind
from quizterm.store.store import Store

NOW = moment()
EXERCISE = 4


def cards(answers: int, introduced: int, reviewed: int) -> Answered:
    return Answered(PerKind(answers), PerKind(introduced), PerKind(reviewed))


# Answers to what counted as known


def test_a_new_card_whose_due_day_was_set_is_no_introduction_when_it_is_answered(store: Store) -> None:
    store.append([Draft(EventKind.DUE_SET, NOW, 1, due_day=NOW.day)])
    store.append([review(1, NOW)])
    store.append([review(2, NOW)])
    store.append([Draft(EventKind.DUE_SET, NOW, 2, due_day=NOW.day)])
    store.append([review(2, NOW)])
    assert store.answered_today(NOW.day) == cards(3, 1, 1)
    columns = store.review_columns()
    assert list(zip(columns.card, columns.placed, strict=True)) == [(1, 1), (2, 0), (2, 0)]


def test_a_card_in_steps_that_was_set_due_waits_for_a_day(store: Store) -> None:
    for item_id in (1, 2):
        store.append([step(item_id, NOW)])
    store.append([Draft(EventKind.DUE_SET, NOW, 1, due_day=NOW.day + 3)])
    later = moment(NOON + 3 * DAY)
    for item_id in (1, 2):
        store.append([step(item_id, later)])
    assert [(one.card, one.steps) for one in store.reviews()] == [(1, False), (1, True), (2, True), (2, True)]
    store.undo(later)
    store.undo(later)
    store.undo(later)
    assert [(one.card, one.steps) for one in store.reviews()] == [(1, True), (2, True)]


# One item


def test_a_history_is_everything_that_happened_to_the_item_in_order(store: Store) -> None:
    (first,) = store.append([review(1, NOW)])
    store.append([review(2, NOW)])
    (second,) = store.append([Draft(EventKind.BURIED, NOW, 1)])
    assert store.history(1) == [first, second]


def test_a_history_holds_what_took_its_events_back_and_nothing_else(store: Store) -> None:
    (kept,) = store.append([review(1, NOW)])
    attempt, back = store.append(
        [Draft(EventKind.ATTEMPTED, NOW, EXERCISE, detail="{}"), Draft(EventKind.BROUGHT_BACK, NOW, 1)]
    )
    store.undo(NOW)
    store.append([review(2, NOW)])
    store.undo(NOW)
    history = store.history(1)
    assert history[:2] == [kept, back]
    assert [(event.kind, event.target) for event in history[2:]] == [(EventKind.UNDONE, attempt.id)]
    assert [event for event in active(history) if event.kind is not EventKind.UNDONE] == [kept]


def test_an_item_without_events_has_no_history(store: Store) -> None:
    assert store.history(1) == []


def test_attempts_are_those_that_were_not_undone(store: Store) -> None:
    (first,) = store.append([Draft(EventKind.ATTEMPTED, NOW, EXERCISE, detail='{"passed": false}')])
    store.append([Draft(EventKind.STARTED, NOW, EXERCISE)])
    store.append([Draft(EventKind.ATTEMPTED, NOW, EXERCISE, detail='{"passed": true}')])
    store.undo(NOW)
    assert store.attempts(EXERCISE) == [first]


# One day


def test_a_first_answer_introduces_a_card_and_later_ones_of_the_day_do_not(store: Store) -> None:
    store.append([step(1, NOW)])
    store.append([review(1, moment(NOON + HOUR))])
    assert store.answered_today(NOW.day) == cards(answers=2, introduced=1, reviewed=0)


def test_a_card_introduced_earlier_is_reviewed(store: Store) -> None:
    store.append([review(1, NOW)])
    tomorrow = moment(NOON + DAY)
    store.append([review(1, tomorrow, Rating.AGAIN)])
    store.append([review(1, tomorrow)])
    assert store.answered_today(NOW.day + 1) == cards(answers=2, introduced=0, reviewed=1)


def test_undo_gives_the_days_allowance_back(store: Store) -> None:
    store.append([review(1, NOW)])
    store.append([review(2, NOW)])
    store.undo(moment(NOON + HOUR))
    assert store.answered_today(NOW.day) == cards(answers=1, introduced=1, reviewed=0)


def test_a_day_has_nothing_of_its_neighbours(store: Store) -> None:
    before_the_turn, after_the_turn = moment(NOON - 8 * HOUR - 1), moment(NOON - 8 * HOUR)
    assert before_the_turn.day + 1 == after_the_turn.day
    store.append([review(1, before_the_turn)])
    store.append([review(2, after_the_turn)])
    for day in (before_the_turn.day, after_the_turn.day):
        assert store.answered_today(day) == cards(answers=1, introduced=1, reviewed=0)
    assert store.answered_today(after_the_turn.day + 1) == cards(answers=0, introduced=0, reviewed=0)


def test_a_day_is_complete_although_the_clock_was_set_back(store: Store) -> None:
    store.append([review(1, moment(NOON + 300 * DAY))])
    store.append([review(2, NOW)])
    assert store.answered_today(NOW.day) == cards(answers=1, introduced=1, reviewed=0)


@pytest.mark.parametrize("offset", [-12 * 60, 14 * 60])
def test_a_day_is_complete_at_either_end_of_the_earth(store: Store, offset: int) -> None:
    for hour in range(24):
        store.append([step(1, moment(NOON + hour * HOUR, offset))])
    days = {moment(NOON + hour * HOUR, offset).day for hour in range(24)}
    assert sum(store.answered_today(day).answers.cards for day in days) == 24


def test_a_card_that_was_reset_is_introduced_again(store: Store) -> None:
    store.append([review(1, moment(NOON - DAY))])
    store.append([review(1, NOW)])
    store.append([Draft(EventKind.RESET, NOW, 1)])
    assert store.answered_today(NOW.day) == cards(answers=1, introduced=0, reviewed=0)
    store.append([review(1, NOW)])
    assert store.answered_today(NOW.day) == cards(answers=2, introduced=1, reviewed=0)


def test_exercises_are_counted_apart(store: Store) -> None:
    store.append([Draft(EventKind.ATTEMPTED, NOW, EXERCISE, detail="{}"), review(EXERCISE, NOW, days=7)])
    assert store.answered_today(NOW.day) == Answered(PerKind(0, 1), PerKind(0, 1), PerKind(0, 0))


# In all


def test_sections_are_read_until_that_is_undone(store: Store) -> None:
    for slug in ("a", "b"):
        store.append([Draft(EventKind.READ, NOW, detail=json.dumps({"section": f"c.one#{slug}"}))])
    assert store.read_sections() == {"c.one#a", "c.one#b"}
    store.undo(NOW, {EventKind.READ})
    assert store.read_sections() == {"c.one#a"}


def test_a_total_leaves_out_what_was_undone_with_its_cause(store: Store) -> None:
    store.append([review(1, NOW)])
    store.append([Draft(EventKind.ATTEMPTED, NOW, EXERCISE, detail="{}"), review(EXERCISE, NOW, days=7)])
    store.append([review(2, NOW)])
    assert (store.reviews_total(), store.reviews_total(ItemKind.EXERCISE)) == (2, 1)
    store.undo(NOW)
    store.undo(NOW)
    assert (store.reviews_total(), store.reviews_total(ItemKind.EXERCISE)) == (1, 0)
