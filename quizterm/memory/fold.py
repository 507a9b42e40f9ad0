"""From the event log of one item to its state."""

import json
from collections.abc import Iterable

from quizterm.memory.events import Event, EventKind
from quizterm.memory.fsrs import HIGHEST_STABILITY, Memory
from quizterm.memory.item import NEW_ITEM, ItemState, Phase, Rating
from quizterm.memory.review import after_review, memory_after

PLACED_STABILITY = 30.0  # days
KEEP_LAPSES = json.dumps({"keep_lapses": True})  # the detail of a RESET event that keeps them


def fold(events: Iterable[Event], memory: Memory[float]) -> ItemState:
    """The state of one item.

    Args:
        events: all of the item's events, in any order, with every UNDONE event that concerns one of them.
    """
    state = NEW_ITEM
    for event in active(events):
        state = apply(state, event, memory)
    return state


def active(events: Iterable[Event]) -> list[Event]:
    """The events that were not undone, oldest first.

    An UNDONE event takes back its target and all that the target caused. It may take back an older UNDONE event,
    which is a redo. Of several actions that put something in the place of one event, as two machines may do before
    their logs are merged, the newest counts.
    """
    takings = Takings()
    kept = [
        event
        for event in sorted(events, key=lambda event: event.id, reverse=True)
        if takings.counts(event.id, event.cause, event.target)
    ]
    kept.reverse()
    return kept


class Takings:
    """What does not count, found out from the events one by one, the newest first."""

    def __init__(self) -> None:
        self.gone: set[int] = set()  # the ids of events that, with whatever they caused, were taken back
        self._replaced: set[int] = set()

    def counts(self, event_id: int, cause: int | None, target: int | None) -> bool:
        """Whether the next older event counts. Only UNDONE events have a target."""
        if event_id in self.gone or (cause is not None and cause in self.gone):
            return False
        if target is None:
            return True
        if cause is not None:
            if target in self._replaced:
                self.gone.add(cause)
                return False
            self._replaced.add(target)
        self.gone.add(target)
        return True


def apply(state: ItemState, event: Event, memory: Memory[float]) -> ItemState:
    """The state after one more event.

    Trusts the due day and moment that a review stored, so a replay needs no settings. An UNDONE event changes nothing
    here: it asks for a new `fold` of the whole history.

    Raises:
        ValueError: a review lacks its rating or its due day.
    """
    match event.kind:
        case EventKind.REVIEWED:
            if event.rating is None or event.due_day is None:
                raise ValueError(f"review {event.id} lacks its rating or due day")
            stability, difficulty = memory_after(state, event.rating, event.day, memory)
            return after_review(state, event.rating, event.day, event.due_day, event.due_at, stability, difficulty)
        case EventKind.BROUGHT_BACK:
            return _brought_back(state, event)
        case EventKind.BURIED:
            return state._replace(buried_day=event.day)
        case EventKind.SUSPENDED:
            return state._replace(suspended=True)
        case EventKind.RESUMED:
            return state._replace(suspended=False, leech=False)
        case EventKind.FLAGGED:
            return state._replace(flagged=True)
        case EventKind.UNFLAGGED:
            return state._replace(flagged=False)
        case EventKind.LEECH:
            return state._replace(leech=True)
        case EventKind.PLACED:
            return _placed(state, event, memory)
        case EventKind.RESCHEDULED:
            return _rescheduled(state, event)
        case EventKind.DUE_SET:
            return _due_set(state, event, memory)
        case EventKind.RESET:
            return _reset(state, event)
        case _:
            return state


def _placed(state: ItemState, event: Event, memory: Memory[float]) -> ItemState:
    """A new item that the learner showed to know already, by way of others, enters with a stability of its own."""
    if state.phase is not Phase.NEW or event.due_day is None:
        return state
    return _known(state, event.day, event.due_day, PLACED_STABILITY, memory)


def _known(state: ItemState, day: int, due_day: int, stability: float, memory: Memory[float]) -> ItemState:
    """A new item that counts as known from a study day on."""
    _, difficulty = memory.first(Rating.GOOD)
    return state._replace(
        phase=Phase.REVIEW,
        due_day=due_day,
        stability=stability,
        difficulty=difficulty,
        last_day=day,
        reps=1,  # or its first answer would pass for the introduction of a new item
    )


def _rescheduled(state: ItemState, event: Event) -> ItemState:
    """An item that waits for a day waits for another one."""
    if state.phase is not Phase.REVIEW or event.due_day is None:
        return state
    return state._replace(due_day=event.due_day)


def _due_set(state: ItemState, event: Event, memory: Memory[float]) -> ItemState:
    """An item comes on the day the learner named, hidden or in steps before or not; what is known of it stays.

    A new item is taken at the learner's word: it counts as known until that day, and as after a first Good at least.
    """
    if event.due_day is None:
        return state
    if state.phase is Phase.NEW:
        first, _ = memory.first(Rating.GOOD)
        stability = min(max(first, float(event.due_day - event.day)), HIGHEST_STABILITY)
        state = _known(state, event.day, event.due_day, stability, memory)
    return state._replace(phase=Phase.REVIEW, step=0, due_day=event.due_day, due_at=None, buried_day=None)


def _reset(state: ItemState, event: Event) -> ItemState:
    """An item is new again. What the learner said of it stays; how often it was forgotten, where the event says so."""
    new = NEW_ITEM._replace(suspended=state.suspended, flagged=state.flagged)
    if event.detail is not None and json.loads(event.detail).get("keep_lapses") is True:
        return new._replace(lapses=state.lapses, leech=state.leech)
    return new


def _brought_back(state: ItemState, event: Event) -> ItemState:
    """An item that explains a mistake comes at once: a seen one is due, an unseen one is the first of its lesson."""
    if state.suspended:
        return state
    state = state._replace(buried_day=None)
    if state.phase is Phase.NEW:
        return state._replace(front=event.id)
    if state.due_at is not None:
        return state._replace(due_day=event.day, due_at=event.at) if state.due_at > event.at else state
    if state.due_day is not None and state.due_day > event.day:
        return state._replace(due_day=event.day)
    return state
