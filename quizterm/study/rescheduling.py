"""New due days for all cards, as other weights or another retention would have chosen them."""

from collections.abc import Collection
from typing import NamedTuple

from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fuzz import draw_for
from quizterm.memory.scheduler import Scheduler
from quizterm.store.rows import Item
from quizterm.study.session import Study
from quizterm.study.siblings import paragraphs


class Move(NamedTuple):
    """One card that would be due on another study day."""

    item: Item
    due_day: int


class Plan(NamedTuple):
    """What rescheduling would do."""

    moves: tuple[Move, ...]
    due_now: int  # cards that would be due today, with those that are
    weights: int  # id of those that it follows from


def plan(study: Study) -> Plan:
    """The cards whose interval lies no longer where fuzz could have put it.

    None comes before today; what is overdue stays so.
    """
    today, load, weights = study.now().day, study.load and study.load.copy(), study.store.weights.id
    together = {} if load is None else paragraphs(study)
    items = study.store.scheduled_cards()
    days = {item.key: _due_day(item) for item in items}
    moves = []
    for item in items:
        due = _due_day(item)
        if due > today:
            siblings = {days[key] for key in together.get(item.key, ()) if key in days and key != item.key}
            wanted = max(today, _wanted(study.card_scheduler(item.key, load), item, due, siblings))
            if wanted != due:
                moves.append(Move(item, wanted))
                days[item.key] = wanted
                if load is not None:
                    load.move(due, wanted)
    return Plan(tuple(moves), sum(day <= today for day in days.values()), weights)


def _due_day(item: Item) -> int:
    assert item.state.due_day is not None  # it waits for one
    return item.state.due_day


def _wanted(scheduler: Scheduler, item: Item, due: int, siblings: Collection[int]) -> int:
    """The study day a card should be due on: the present one if it will do."""
    last_day, window = item.state.last_day, scheduler.window_of(item.state)
    assert last_day is not None
    if window.low <= due - last_day <= window.high:
        return due
    return last_day + scheduler.pick(window, last_day, draw_for(item.key, item.state.reps - 1), siblings)


def carry_out(study: Study, planned: Plan) -> None:
    """Move the cards, in one action that one undo takes back.

    Raises:
        ItemChangedError: one of them, or the weights, changed since they were planned; nothing was moved.
    """
    now = study.now()
    drafts = [Draft(EventKind.RESCHEDULED, now, move.item.id, due_day=move.due_day) for move in planned.moves]
    if drafts:
        study.store.append(drafts, expect={move.item.id: move.item.shown(planned.weights) for move in planned.moves})
        study.forget_load()
