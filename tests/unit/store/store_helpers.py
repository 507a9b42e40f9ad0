"""Words the store's tests share: a small course, moments, drafts, and a look into the file past the store."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.item import ItemState, Phase, Rating
from quizterm.store.rows import ItemKind, ItemRow, LessonRow, exercise_key

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
TURN = 4 * HOUR  # of the study day
NOON = 20_000 * DAY + 12 * HOUR


def moment(at: int = NOON, offset: int = 0) -> Moment:
    """A moment whose study day turns at 04:00 local time."""
    return Moment(at, offset, (at + offset * MINUTE - TURN) // DAY)


def card(key: str, text: str | None = None, was: Sequence[str] = ()) -> ItemRow:
    """A card whose content hash is its text, by default its key."""
    return ItemRow(key, ItemKind.CARD, text if text is not None else key, was)


def exercise(slug: str) -> ItemRow:
    return ItemRow(exercise_key(slug), ItemKind.EXERCISE, "")


COURSE = (
    LessonRow("c.one", [card("c.one.a"), card("c.one.b"), card("c.one.c"), exercise("engine")]),
    LessonRow("c.two", [card("c.two.a"), card("c.two.b"), exercise("leaves")]),
)


def review(item_id: int, now: Moment, rating: Rating = Rating.GOOD, days: int = 3) -> Draft:
    """An answer after which the item comes back in some days."""
    return Draft(EventKind.REVIEWED, now, item_id, rating, duration=4000, weights=0, due_day=now.day + days)


def step(item_id: int, now: Moment, minutes: int = 10, rating: Rating = Rating.GOOD) -> Draft:
    """An answer after which a learning step runs."""
    ends = moment(now.at + minutes * MINUTE, now.offset)
    return Draft(EventKind.REVIEWED, now, item_id, rating, duration=4000, weights=0, due_day=ends.day, due_at=ends.at)


def raw(path: Path, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """Rows of the file as SQLite alone reads them."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql, parameters).fetchall()


def logged(path: Path) -> list[Event]:
    """The whole log of the file, in order."""
    names = ", ".join(f'"{name}"' for name in Event._fields)
    rows = raw(path, f"select {names} from event order by id")
    events = [Event(*row) for row in rows]
    return [
        event._replace(kind=EventKind(event.kind), rating=Rating(event.rating) if event.rating else None)
        for event in events
    ]


def stored_states(path: Path) -> dict[int, tuple[int, ItemState]]:
    """Version and state of every item of the file."""
    names = ", ".join(ItemState._fields)
    states = {}
    for item_id, version, *columns in raw(path, f"select id, last_event, {names} from item"):
        state = ItemState(*columns)
        states[item_id] = (
            version,
            state._replace(
                phase=Phase(state.phase),
                suspended=bool(state.suspended),
                flagged=bool(state.flagged),
                leech=bool(state.leech),
            ),
        )
    return states
