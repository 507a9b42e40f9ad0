"""Breaks in the log, what piled up in them, and the memory of what is due."""

from random import Random

import pytest
from store_helpers import DAY, NOON, card, moment, review, step

from quizterm.memory.events import Draft, EventKind
from quizterm.store.rows import Backlog, DueOrder, ItemKind, LessonRow
from quizterm.store.store import Store

A, B, C, ENGINE, TWO_A, TWO_B, LEAVES = range(1, 8)  # ids, in the order of the course
NOW = moment()
BREAK, LOOK_BACK = 7, 60


def found(store: Store, day: int) -> Backlog | None:
    return store.backlog(moment(NOON + day * DAY), BREAK, LOOK_BACK)


def answer(store: Store, item_id: int, day: int, days: int) -> None:
    store.append([review(item_id, moment(NOON + day * DAY), days=days)])


@pytest.mark.parametrize(("day", "is_break"), [(7, False), (8, True), (40, True), (500, True)])
def test_a_break_is_seven_study_days_without_an_answer(store: Store, day: int, is_break: bool) -> None:
    answer(store, A, 0, 3)
    backlog = found(store, day)
    assert (backlog is not None) is is_break
    if backlog is not None:
        assert (backlog.last_day, backlog.return_day, backlog.waiting) == (NOW.day, NOW.day + day, 1)


def test_without_any_answer_there_was_no_break(store: Store) -> None:
    assert found(store, 500) is None


def test_the_backlog_is_what_was_due_before_the_return_and_not_answered_since(store: Store) -> None:
    for item_id, days in ((A, 3), (B, 9), (C, 20), (TWO_A, 30), (ENGINE, 8)):
        answer(store, item_id, 0, days)
    assert found(store, 20).waiting == 2, "what comes due on the day of the return is no backlog, an exercise neither"
    answer(store, TWO_B, 20, 1)
    assert found(store, 20).return_day == found(store, 25).return_day == NOW.day + 20
    assert found(store, 25).waiting == 2
    answer(store, A, 21, 1)
    assert found(store, 25).waiting == 1
    store.append([step(B, moment(NOON + 22 * DAY))])
    assert found(store, 25) is None, "worked off"
    store.undo(moment(NOON + 22 * DAY))
    assert found(store, 25).waiting == 1


def test_the_newest_break_counts_and_an_old_one_is_forgotten(store: Store) -> None:
    answer(store, A, 0, 3)
    answer(store, B, 0, 200)
    answer(store, C, 30, 3)
    for day in range(35, 160, 6):
        answer(store, ENGINE, day, 100)
        still = day <= 30 + LOOK_BACK
        assert (found(store, day) is not None) is still, day
    answer(store, TWO_A, 180, 1)
    assert (found(store, 180).last_day, found(store, 180).waiting) == (NOW.day + 155, 2)


def test_answers_of_days_to_come_do_not_hide_a_break(store: Store) -> None:
    answer(store, A, 0, 3)
    answer(store, B, 30, 3)
    assert found(store, 20).return_day == NOW.day + 20, "the clock was set back"


def test_an_average_day_brings_each_card_once_in_its_interval(store: Store) -> None:
    for item_id, days in ((A, 2), (B, 4), (C, 10), (ENGINE, 1)):
        answer(store, item_id, 0, days)
    answer(store, TWO_A, 0, 0)
    assert found(store, 20).a_day == pytest.approx(1 / 2 + 1 / 4 + 1 / 10)


def test_traces_are_the_memory_of_the_cards_whose_day_has_come(store: Store) -> None:
    draw = Random(3)
    store.sync([LessonRow("c.one", [card(f"c.one.{n}") for n in range(40)])], "many")
    ids = [item.id for item in store.items_by_keys([f"c.one.{n}" for n in range(40)]).values()]
    store.append([review(item_id, NOW, days=draw.randrange(60)) for item_id in ids[:-1]])
    later = moment(NOON + 30 * DAY)
    store.append([Draft(EventKind.SUSPENDED, NOW, ids[0]), Draft(EventKind.BURIED, later, ids[1]), step(ids[2], later)])
    traces = store.traces(later, 1000)
    assert {trace.item_id for trace in traces} == set(store.due_ids(later, ItemKind.CARD))
    assert len(traces) > 10
    for trace in traces:
        item = store.item(trace.item_id)
        assert trace[1:] == (item.state.stability, item.state.difficulty, item.state.last_day)
    least_likely = store.due_ids(later, ItemKind.CARD, order=DueOrder.RECALL)[:4]
    assert {trace.item_id for trace in store.traces(later, 4)} == set(least_likely)
