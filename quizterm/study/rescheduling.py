"""New due days for all cards, as other weights or another retention would have chosen them."""

from typing import NamedTuple

from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fuzz import draw_for
from quizterm.memory.scheduler import Scheduler
from quizterm.store.rows import Item
from quizterm.study.session import Study


class Move(NamedTuple):
    """One card that would be due on another study day."""

    item: Item
    due_day: int


class Plan(NamedTuple):
    """What rescheduling would do; `due_now` counts the cards that would be due today, with those that are."""

    moves: tuple[Move, ...]
    due_now: int


def plan(study: Study) -> Plan:
    """The cards whose interval lies no longer where fuzz could have put it.

    None comes before today; what is overdue stays so.
    """
    today, load = study.now().day, study.load and study.load.copy()
    moves, due_now = [], 0
    for item in study.store.scheduled_cards():
        due = item.state.due_day
        assert due is not None
        if due > today:
            wanted = max(today, _wanted(study.card_scheduler(item.key, load), item, due))
            if wanted != due:
                moves.append(Move(item, wanted))
                if load is not None:
                    load.move(due, wanted)
            due = wanted
        due_now += due <= today
    return Plan(tuple(moves), due_now)


def _wanted(scheduler: Scheduler, item: Item, due: int) -> int:
    """The study day a card should be due on: the present one if it will do."""
    last_day, window = item.state.last_day, scheduler.window_of(item.state)
    assert last_day is not None
    if window.low <= due - last_day <= window.high:
        return due
    return last_day + scheduler.pick(window, last_day, draw_for(item.key, item.state.reps - 1))


def carry_out(study: Study, moves: tuple[Move, ...]) -> None:
    """Move the cards, in one action that one undo takes back.

    Raises:
        ItemChangedError: one of them was changed since they were planned; nothing was moved.
    """
    now = study.now()
    drafts = [Draft(EventKind.RESCHEDULED, now, move.item.id, due_day=move.due_day) for move in moves]
    if drafts:
        study.store.append(drafts, expect={move.item.id: move.item.version for move in moves})
        study.forget_load()
