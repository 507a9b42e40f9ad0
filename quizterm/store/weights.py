"""The FSRS weights in force: those of the newest REFIT event that was not undone, noted beside the log as its cache."""

import json
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from quizterm.memory.events import Event, EventKind
from quizterm.memory.fold import active
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, DEFAULT_WEIGHTS_ID, HIGHEST_WEIGHTS, LOWEST_WEIGHTS, Memory
from quizterm.store.connection import Database, DriverSql
from quizterm.store.history import EVENT_COLUMNS, events_from, undone_events
from quizterm.store.schema import event, meta

_KEY = "weights"
_REFITS = select(*EVENT_COLUMNS).where(event.c.kind == EventKind.REFIT)
_NOTED = DriverSql(select(meta.c.value).where(meta.c.key == bindparam("key")))
_FORGET = meta.delete().where(meta.c.key == _KEY)


class Weights(NamedTuple):
    """21 weights; `id` is what reviews under them say."""

    id: int
    values: tuple[float, ...]

    @property
    def memory(self) -> Memory[float]:
        return Memory(self.values)


DEFAULT = Weights(DEFAULT_WEIGHTS_ID, DEFAULT_WEIGHTS)


def noted(database: Database) -> str | None:
    """What is noted of the weights in force: another text means other weights. None for the default ones."""
    row = database.driver.execute(_NOTED.text, (_KEY,)).fetchone()
    return None if row is None else str(row[0])


def weights_from(note: str | None) -> Weights:
    if note is None:
        return DEFAULT
    data: dict[str, Any] = json.loads(note)
    return Weights(data["id"], tuple(data["weights"]))


def note_newest(database: Database) -> str | None:
    """Find the weights in force in the log and note them."""
    refits = active([*events_from(database.core.execute(_REFITS)), *undone_events(database)])
    newest = next((one for one in reversed(refits) if one.kind is EventKind.REFIT), None)
    database.core.execute(_FORGET)
    if newest is None:
        return None
    note = json.dumps({"id": newest.id, "weights": fitted(newest)})
    database.core.execute(meta.insert(), {"key": _KEY, "value": note})
    return note


def fitted(refit: Event) -> list[float]:
    """The weights of a REFIT event.

    Raises:
        ValueError: there are not 21, or one is out of its bounds.
    """
    values = json.loads(refit.detail or "{}").get("weights", [])
    if len(values) != len(DEFAULT_WEIGHTS):
        raise ValueError(f"a refit has {len(DEFAULT_WEIGHTS)} weights, not {len(values)}")
    for value, low, high in zip(values, LOWEST_WEIGHTS, HIGHEST_WEIGHTS, strict=True):
        if type(value) is not float or not low <= value <= high:
            raise ValueError(f"a weight of a refit is {value!r}, not from {low} to {high}")
    return list(values)
