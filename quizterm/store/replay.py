"""Computes the items' states from the whole log, without trusting those that are stored."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from sqlalchemy import select

from quizterm.memory.events import Event
from quizterm.memory.fold import fold
from quizterm.memory.fsrs import Memory
from quizterm.memory.item import NEW_ITEM, ItemState
from quizterm.store.connection import Database
from quizterm.store.history import EVENT_COLUMNS, event_from, undone_events
from quizterm.store.items import STATE_COLUMNS, set_state, state_from
from quizterm.store.schema import event, item

_BY_ITEM = select(*EVENT_COLUMNS).where(event.c.item_id.is_not(None)).order_by(event.c.item_id, event.c.id)
_STORED = select(item.c.id, item.c.last_event, *STATE_COLUMNS)


def replay(database: Database, memory: Memory[float]) -> Iterator[tuple[int, int, ItemState]]:
    """Id, version and state of every item that the log mentions."""
    takings: defaultdict[int | None, list[Event]] = defaultdict(list)
    for undone in undone_events(database):
        takings[undone.target].append(undone)
    rows = database.core.execute(_BY_ITEM)
    for item_id, group in groupby(map(event_from, rows), key=lambda event: event.item_id):
        if item_id is not None:
            history = list(group)
            history.extend(_concerning(history, takings))
            yield item_id, max(event.id for event in history), fold(history, memory)


def rebuild(database: Database, memory: Memory[float]) -> int:
    """See `Store.rebuild`. To be called while writing."""
    right = {item_id: (version, state) for item_id, version, state in replay(database, memory)}
    wrong = [
        item_id
        for item_id, version, *columns in database.core.execute(_STORED)
        if (version, state_from(columns)) != right.setdefault(item_id, (0, NEW_ITEM))
    ]
    for item_id in wrong:
        set_state(database, item_id, *right[item_id])
    return len(wrong)


def _concerning(history: Iterable[Event], takings: Mapping[int | None, list[Event]]) -> list[Event]:
    """The UNDONE events that take one of the events back, or its cause, or such an UNDONE event."""
    found: list[Event] = []
    targets: set[int | None] = {id for event in history for id in (event.id, event.cause) if id in takings}
    while targets:
        newest = [undone for target in targets for undone in takings[target]]
        found += newest
        targets = {undone.id for undone in newest if undone.id in takings}
    return found
