"""Who waits when: counts and queues at the edges of days, moments, lessons and limits."""

import pytest
from store_helpers import COURSE, DAY, HOUR, MINUTE, NOON, moment, review, step

from quizterm.memory.events import Draft, EventKind
from quizterm.store.rows import Counts, ItemKind, PerKind, Progress
from quizterm.store.store import Store

NOW = moment()
TURN = NOON - 8 * HOUR  # when the study day of NOW began
CARD, EXERCISE = ItemKind.CARD, ItemKind.EXERCISE
A, B, C, ENGINE, TWO_A, TWO_B, LEAVES = range(1, 8)  # ids, in the order of the course


def test_ids_are_those_of_the_course(store: Store) -> None:
    keys = [row.key for lesson in COURSE for row in lesson.items]
    assert [item.id for item in store.items_by_keys(keys).values()] == [A, B, C, ENGINE, TWO_A, TWO_B, LEAVES]


def test_a_new_store_has_only_new_items(store: Store) -> None:
    nothing = PerKind(0, 0)
    assert store.counts(NOW) == Counts(nothing, PerKind(5, 2), nothing, None, nothing, nothing)


def test_a_day_comes_at_its_turn_and_not_a_millisecond_sooner(store: Store) -> None:
    store.append([review(A, NOW, days=3)])
    turn = TURN + 3 * DAY
    assert store.due_ids(moment(turn - 1), CARD) == []
    assert store.due_ids(moment(turn), CARD) == [A]


def test_a_step_ends_at_its_moment_and_not_a_millisecond_sooner(store: Store) -> None:
    store.append([step(A, NOW, minutes=10)])
    end = NOON + 10 * MINUTE
    before = store.counts(moment(end - 1))
    assert (before.due.cards, before.learning.cards, before.next_due_at) == (0, 1, end)
    after = store.counts(moment(end))
    assert (after.due.cards, after.learning.cards, after.next_due_at) == (1, 0, None)


def test_a_step_over_the_turn_of_the_day_is_not_later_today(store: Store) -> None:
    late = moment(TURN + DAY - MINUTE)
    store.append([step(A, late, minutes=10)])
    counts = store.counts(late)
    assert (counts.learning.cards, counts.next_due_at, counts.tomorrow.cards) == (0, None, 1)


def test_a_step_is_over_wherever_the_learner_has_travelled(store: Store) -> None:
    late = moment(TURN + DAY - MINUTE)
    store.append([step(A, late, minutes=10)])
    west = moment(late.at + 10 * MINUTE, -3 * 60)
    assert west.day == late.day
    assert store.due_ids(west, CARD) == [A]


def test_ended_steps_come_first_then_the_longest_overdue(store: Store) -> None:
    store.append([review(A, NOW, days=5)])
    store.append([review(B, NOW, days=2)])
    store.append([review(TWO_A, NOW, days=2)])
    later = moment(NOON + 6 * DAY)
    store.append([step(TWO_B, later, minutes=2)])
    store.append([step(C, later, minutes=1)])
    end = moment(later.at + HOUR)
    assert store.due_ids(end, CARD) == [C, TWO_B, B, TWO_A, A]


@pytest.mark.parametrize("limit", range(6))
def test_a_limit_cuts_the_queues(store: Store, limit: int) -> None:
    assert store.new_ids(NOW, CARD, limit=limit) == store.new_ids(NOW, CARD)[:limit]
    store.append([step(A, NOW), step(B, NOW), review(C, NOW), review(TWO_A, NOW)])
    later = moment(NOON + 4 * DAY)
    assert store.due_ids(later, CARD, limit=limit) == [A, B, C, TWO_A][:limit]


def test_tomorrow_and_the_week_hold_all_that_will_be_due_by_then(store: Store) -> None:
    for item_id, days in ((A, 1), (B, 2), (C, 7), (TWO_A, 8), (ENGINE, 7)):
        store.append([review(item_id, NOW, days=days)])
    store.append([step(TWO_B, NOW)])
    counts = store.counts(NOW)
    assert counts.tomorrow == PerKind(cards=2)
    assert counts.week == PerKind(cards=4, exercises=1)


def test_only_the_wanted_lessons_and_kinds_are_asked(store: Store) -> None:
    assert store.new_ids(NOW, EXERCISE) == [ENGINE, LEAVES]
    assert store.new_ids(NOW, CARD, ["c.two"]) == [TWO_A, TWO_B]
    assert store.new_ids(NOW, CARD, ["c.two", "c.one"]) == [A, B, C, TWO_A, TWO_B]
    assert store.new_ids(NOW, CARD, []) == store.new_ids(NOW, CARD, ["c.unknown"]) == []
    store.append([review(A, NOW), review(TWO_A, NOW), review(ENGINE, NOW), step(C, NOW), step(TWO_B, NOW)])
    later = moment(NOON + 3 * DAY)
    assert store.due_ids(later, CARD, ["c.one"]) == [C, A]
    assert store.due_ids(later, EXERCISE, ["c.one"]) == [ENGINE]
    assert store.learning_ahead(NOW, NOON + HOUR, ["c.two"]) == [TWO_B]
    assert store.counts(later, ["c.one"]).due == PerKind(2, 1)
    assert store.counts(NOW, ["c.one"]).new == PerKind(1, 0)
    assert store.counts(NOW, ["c.one"]).learning == PerKind(1, 0)


def test_steps_ahead_are_those_within_the_time(store: Store) -> None:
    store.append([step(A, NOW, minutes=20)])
    store.append([step(B, NOW, minutes=5)])
    store.append([step(C, NOW, minutes=21)])
    assert store.learning_ahead(NOW, NOON + 20 * MINUTE) == [B, A]
    assert store.learning_ahead(moment(NOON + 5 * MINUTE), NOON + 20 * MINUTE) == [A]


def test_a_buried_card_is_back_the_next_day(store: Store) -> None:
    store.append([review(A, NOW, days=1)])
    due = moment(NOON + DAY)
    store.append([Draft(EventKind.BURIED, due, A)])
    store.append([Draft(EventKind.BURIED, due, B)])
    assert store.due_ids(due, CARD) == []
    assert B not in store.new_ids(due, CARD)
    assert store.counts(due).due.cards == 0
    assert store.counts(due).new.cards == 3
    assert store.counts(due).tomorrow.cards == 1
    next_day = moment(NOON + 2 * DAY)
    assert store.due_ids(next_day, CARD) == [A]
    assert B in store.new_ids(next_day, CARD)


def test_a_suspended_card_waits_until_it_is_resumed(store: Store) -> None:
    store.append([review(A, NOW, days=1)])
    store.append([Draft(EventKind.SUSPENDED, NOW, A), Draft(EventKind.SUSPENDED, NOW, B)])
    later = moment(NOON + 3 * DAY)
    assert store.due_ids(later, CARD) == []
    assert store.counts(later).due.cards == 0
    assert store.counts(NOW).week.cards == 0
    assert store.new_ids(later, CARD) == [C, TWO_A, TWO_B]
    assert store.counts(later).new.cards == 3
    store.append([Draft(EventKind.RESUMED, later, A), Draft(EventKind.RESUMED, later, B)])
    assert store.due_ids(later, CARD) == [A]
    assert store.new_ids(later, CARD)[0] == B


def test_a_new_card_brought_back_is_the_first_of_its_own_lesson(store: Store) -> None:
    store.append([Draft(EventKind.BROUGHT_BACK, NOW, TWO_B)])
    store.append([Draft(EventKind.BROUGHT_BACK, NOW, B)])
    store.append([Draft(EventKind.BROUGHT_BACK, NOW, C)])
    assert store.new_ids(NOW, CARD) == [C, B, A, TWO_B, TWO_A]


def test_progress_counts_the_cards_of_each_lesson_in_order(store: Store) -> None:
    store.append([review(A, NOW), review(ENGINE, NOW), step(TWO_B, NOW)])
    store.append([Draft(EventKind.SUSPENDED, NOW, B), Draft(EventKind.SUSPENDED, NOW, A)])
    progress = store.lesson_progress()
    assert list(progress.items()) == [("c.one", Progress(3, 1)), ("c.two", Progress(2, 1))]
    assert store.lesson_progress(["c.two", "c.unknown"]) == {"c.two": Progress(2, 1)}
    store.append([Draft(EventKind.RESET, NOW, A)])
    assert store.lesson_progress()["c.one"] == Progress(3, 0)
    store.sync([COURSE[1], COURSE[0]], "turned")
    assert list(store.lesson_progress()) == ["c.two", "c.one"]


def test_what_is_due_by_lesson_is_what_is_counted_lesson_by_lesson(store: Store) -> None:
    store.append([review(A, NOW), review(B, NOW), step(C, NOW), review(ENGINE, NOW), step(TWO_A, NOW, minutes=90)])
    for now in (NOW, moment(NOON + HOUR), moment(NOON + 2 * HOUR), moment(NOON + 3 * DAY)):
        counted = {lesson.key: store.counts(now, [lesson.key]).due.cards for lesson in COURSE}
        assert store.due_by_lesson(now) == {key: due for key, due in counted.items() if due}
    later = moment(NOON + 3 * DAY)
    store.append([Draft(EventKind.BURIED, later, A), Draft(EventKind.SUSPENDED, later, C)])
    assert store.due_by_lesson(later) == {"c.one": 1, "c.two": 1}


def test_suspended_cards_are_counted_by_lesson_until_they_are_resumed(store: Store) -> None:
    assert store.suspended_by_lesson() == {}
    store.append([review(A, NOW), *(Draft(EventKind.SUSPENDED, NOW, id) for id in (A, B, ENGINE, TWO_A))])
    assert store.suspended_by_lesson() == {"c.one": 2, "c.two": 1}
    store.append([Draft(EventKind.RESUMED, NOW, B)])
    store.undo(NOW)
    store.append([Draft(EventKind.RESUMED, NOW, TWO_A)])
    assert store.suspended_by_lesson() == {"c.one": 2}
    store.sync([COURSE[1]], "without the first lesson")
    assert store.suspended_by_lesson() == {}


def test_before_1970_what_is_counted_as_due_is_asked(store: Store) -> None:
    then = moment(-3 * DAY)
    store.append([step(A, then, minutes=10)])
    after = moment(then.at + 10 * MINUTE)
    assert store.counts(after).due.cards == 1
    assert store.due_ids(after, CARD) == [A]
