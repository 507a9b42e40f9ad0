"""The forgetting curve of one item: its chance of recall on each day since it was first answered, and from now on."""

from collections.abc import Iterable
from typing import NamedTuple

from quizterm.memory.events import Event
from quizterm.memory.fold import apply
from quizterm.memory.fsrs import Memory
from quizterm.memory.item import NEW_ITEM, ItemState

LEAST_AHEAD, MOST_AHEAD = 28, 365  # days


class Point(NamedTuple):
    """The chance of recall on one study day. A day with an answer has two points: before it, and after it."""

    day: int  # counted from 1970-01-01
    recall: float


def forgetting_curve(events: Iterable[Event], memory: Memory[float], today: int) -> tuple[Point, ...]:
    """The points of all days on which something was known of the item, the oldest first.

    They reach four weeks ahead, or to the due day if that is later, but at most a year.

    Args:
        events: what happened to the item and was not undone, in order.
    """
    points: list[Point] = []
    state = NEW_ITEM
    for event in events:
        after = apply(state, event, memory)
        if (after.last_day, after.reps) != (state.last_day, state.reps):
            points += _points(state, _next_day(points), event.day, memory)
            answered = Point(max(event.day, _next_day(points) - 1), 1.0)  # the clock may have been set back
            if after.stability is not None and points[-1:] != [answered]:
                points.append(answered)
        state = after
    ahead = min(max(LEAST_AHEAD, (state.due_day or today) - today), MOST_AHEAD)
    points += _points(state, _next_day(points), today + ahead, memory)
    return tuple(points)


def _next_day(points: list[Point]) -> int:
    return points[-1].day + 1 if points else 0


def _points(state: ItemState, first: int, last: int, memory: Memory[float]) -> list[Point]:
    """The points from one day to another one while an item stays in a state."""
    if state.stability is None or state.last_day is None:
        return []
    days = range(first, last + 1)
    return [Point(day, memory.retrievability(state.stability, max(0, day - state.last_day))) for day in days]
