"""Items as they stand in the database, by id and by key."""

import json
from array import array
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Integer, Text, bindparam, column, func, select

from quizterm.memory.item import ItemState, Phase
from quizterm.store.connection import Database, DriverSql
from quizterm.store.rows import Item, ItemKind
from quizterm.store.schema import CARD, FLAGGED, LEECH, LIVE, PRESENT, SCHEDULED, alias, item

STATE_COLUMNS = tuple(item.c[name] for name in ItemState._fields)

_COLUMNS = (item.c.id, item.c.key, item.c.kind, item.c.last_event, item.c.gone, *STATE_COLUMNS)

_IN_CONTENT = select(item.c.id).where(PRESENT).order_by(item.c.place)
_SCHEDULED_CARDS = select(*_COLUMNS).where(CARD, SCHEDULED).order_by(item.c.due_day, item.c.id)

_FLAGGED = select(*_COLUMNS).where(CARD, FLAGGED).order_by(item.c.place)
_LEECHES = select(*_COLUMNS).where(CARD, LEECH).order_by(item.c.place)
_VANISHED = select(*_COLUMNS).where(item.c.gone == 1, CARD, item.c.last_event > 0).order_by(item.c.key)

# For the driver: parameters stand in the order of the text. Keys come as one JSON list, so that one text does for all.
_KEYS = func.json_each(bindparam("keys")).table_valued(column("value", Text)).alias("asked")
_BY_KEYS = DriverSql(select(*_COLUMNS, _KEYS.c.value).join_from(_KEYS, item, item.c.key == _KEYS.c.value))
_BY_ALIASES = DriverSql(
    select(*_COLUMNS, _KEYS.c.value)
    .join_from(_KEYS, alias, alias.c.key == _KEYS.c.value)
    .join(item, alias.c.item_id == item.c.id)
)
_DUE_DAYS = DriverSql(
    select(item.c.due_day).join_from(_KEYS, item, item.c.key == _KEYS.c.value).where(LIVE, item.c.due_day.is_not(None))
)
_IDS = func.json_each(bindparam("ids")).table_valued(column("value", Integer)).alias("asked")
_BY_IDS = DriverSql(select(*_COLUMNS).join_from(_IDS, item, item.c.id == _IDS.c.value))
_BY_ID = DriverSql(select(*_COLUMNS).where(item.c.id == bindparam("item_id")))
_VERSION_AND_STATE = DriverSql(select(item.c.last_event, *STATE_COLUMNS).where(item.c.id == bindparam("item_id")))
_SET_STATE = DriverSql(
    item.update()
    .where(item.c.id == bindparam("item_id"))
    .ordered_values(*((column, bindparam(f"new_{column.name}")) for column in (*STATE_COLUMNS, item.c.last_event)))
)


def item_by_id(database: Database, item_id: int) -> Item | None:
    row = database.driver.execute(_BY_ID.text, (item_id,)).fetchone()
    return None if row is None else _item(row)


def items_by_keys(database: Database, keys: Sequence[str]) -> dict[str, Item]:
    """The items with these keys, now or before a rename, by the key that was asked for."""
    found = {row[-1]: _item(row) for row in database.driver.execute(_BY_KEYS.text, (_listed(keys),))}
    others = [key for key in keys if key not in found]  # a present key outdoes one from before
    if others:
        found.update((row[-1], _item(row)) for row in database.driver.execute(_BY_ALIASES.text, (_listed(others),)))
    return {key: found[key] for key in keys if key in found}


def due_days_of(database: Database, keys: Sequence[str]) -> set[int]:
    """See `Store.due_days_of`."""
    return {due_day for (due_day,) in database.driver.execute(_DUE_DAYS.text, (_listed(keys),))}


def flagged_cards(database: Database) -> list[Item]:
    """See `Store.flagged_cards`."""
    return [_item(row) for row in database.core.execute(_FLAGGED)]


def leeches(database: Database) -> list[Item]:
    """See `Store.leeches`."""
    return [_item(row) for row in database.core.execute(_LEECHES)]


def vanished_cards(database: Database) -> list[Item]:
    """See `Store.vanished_cards`."""
    return [_item(row) for row in database.core.execute(_VANISHED)]


def items_by_ids(database: Database, ids: Sequence[int]) -> list[Item]:
    """See `Store.items_by_ids`."""
    rows = database.driver.execute(_BY_IDS.text, (json.dumps(list(ids)),))
    found = {row[0]: _item(row) for row in rows}
    return [found[item_id] for item_id in ids if item_id in found]


def content_ids(database: Database) -> "array[int]":
    """See `Store.content_ids`."""
    return array("q", database.core.execute(_IN_CONTENT).scalars())


def scheduled_cards(database: Database) -> list[Item]:
    """See `Store.scheduled_cards`."""
    return [_item(row) for row in database.core.execute(_SCHEDULED_CARDS)]


def version_and_state(database: Database, item_id: int) -> tuple[int, ItemState]:
    """The newest event that changed an item, and the item's state.

    Raises:
        ValueError: there is no such item.
    """
    row = database.driver.execute(_VERSION_AND_STATE.text, (item_id,)).fetchone()
    if row is None:
        raise ValueError(f"there is no item {item_id}")
    version: int = row[0]
    return version, state_from(row[1:])


def set_state(database: Database, item_id: int, version: int, state: ItemState) -> None:
    database.driver.execute(_SET_STATE.text, (*state, version, item_id))


def state_from(columns: Sequence[Any]) -> ItemState:
    """The state in the columns `STATE_COLUMNS`."""
    phase, step, due_day, due_at, stability, difficulty, last_day, reps, lapses, *marks = columns
    suspended, buried_day, front, flagged, leech = marks
    return ItemState(
        Phase(phase),
        step,
        due_day,
        due_at,
        stability,
        difficulty,
        last_day,
        reps,
        lapses,
        bool(suspended),
        buried_day,
        front,
        bool(flagged),
        bool(leech),
    )


def _listed(keys: Sequence[str]) -> str:
    return json.dumps(list(keys))


def _item(row: Sequence[Any]) -> Item:
    item_id, key, kind, version, gone = row[:5]
    state = state_from(row[5 : 5 + len(STATE_COLUMNS)])
    return Item(item_id, key, ItemKind(kind), state, version, bool(gone))
