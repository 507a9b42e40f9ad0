"""Saving what was logged after a backup was made from the damaged database that the backup replaced."""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from quizterm.errors import StoreError, UsageError
from quizterm.memory.events import Event
from quizterm.store.connection import DriverSql, uri
from quizterm.store.exchange import HEAD, event_line, item_line
from quizterm.store.history import EVENT_COLUMNS, event_from
from quizterm.store.schema import event, item, lesson, machine
from quizterm.store.store import Store

_NEWER = DriverSql(
    select(machine.c.uuid, *EVENT_COLUMNS)
    .join(machine, event.c.machine_id == machine.c.id, isouter=True)
    .where(event.c.id > bindparam("newest"))
    .order_by(event.c.id)
)
_ITEM = DriverSql(
    select(item.c.key, item.c.kind, lesson.c.key, item.c.content_hash)
    .join(lesson, item.c.lesson_id == lesson.c.id)
    .where(item.c.id == bindparam("item_id"))
)
_CHANGES = DriverSql(select(item.c.last_event).where(item.c.last_event > bindparam("newest")))
_DAMAGED = "not all of it can be read"


class Salvaged(NamedTuple):
    """What could be taken over from a damaged database."""

    events: int
    problem: str | None  # why that may not be all; None where it is


def salvage(damaged: Path, restored: Path) -> Salvaged:
    """Add the events that can still be read and that are newer than all of the restored database.

    Reads a copy: SQLite might write to what it opens.
    """
    try:
        with Store.open(restored) as store, tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "damaged.sqlite"
            for ending in ("", "-wal"):
                if Path(f"{damaged}{ending}").exists():
                    shutil.copyfile(f"{damaged}{ending}", f"{copy}{ending}")
            with closing(sqlite3.connect(uri(copy, "mode=rw"), uri=True)) as driver:
                reading = _Reading(driver, store.newest_event())
                events = store.merge(reading.lines())
            return Salvaged(events, None if reading.is_complete else _DAMAGED)
    except (UsageError, sqlite3.DatabaseError):
        return Salvaged(0, _DAMAGED)
    except (OSError, StoreError) as error:
        return Salvaged(0, " ".join(str(error).split()))


class _Reading:
    """The events of a damaged database that are newer than `newest`, up to the first that cannot be read."""

    def __init__(self, driver: sqlite3.Connection, newest: int) -> None:
        self._driver = driver
        self._newest = newest
        self._known: dict[int | None, str] = {}
        self._kept: set[int] = set()
        self.is_complete = True  # as far as it can be told

    def lines(self) -> Iterator[str]:
        """The lines of a log, as `Store.merge` takes them."""
        yield json.dumps(HEAD)
        for uuid, *columns in self._rows(_NEWER, self._newest):
            try:
                one = event_from(columns)
            except LookupError:
                self.is_complete = False
                return  # no event says so: what follows cannot be trusted either
            if one.item_id is not None and one.item_id not in self._known:
                for key, kind, lesson_key, content_hash in self._rows(_ITEM, one.item_id):
                    self._known[one.item_id] = key
                    yield item_line(key, kind, lesson_key, content_hash, [])
            if uuid is not None and self._is_whole(one):
                self._kept.add(one.id)
                yield event_line(one, self._known.get(one.item_id), uuid)
            else:
                self.is_complete = False
        for (change,) in self._rows(_CHANGES, self._newest):
            self.is_complete &= change in self._kept  # an older page of events reads well, but lacks it

    def _rows(self, sql: DriverSql, *parameters: int) -> Iterator[tuple[Any, ...]]:
        """The rows up to the first that cannot be read."""
        try:
            yield from self._driver.execute(sql.text, parameters)
        except sqlite3.DatabaseError:
            self.is_complete = False

    def _is_whole(self, one: Event) -> bool:
        """Whether all that an event refers to is there."""
        if one.item_id is not None and one.item_id not in self._known:
            return False
        return all(other is None or other <= self._newest or other in self._kept for other in (one.target, one.cause))
