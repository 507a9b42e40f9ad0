"""Saving what was logged after a backup was made from the damaged database that the backup replaced."""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from quizterm.errors import StoreError
from quizterm.memory.events import Event
from quizterm.store.connection import DriverSql, plain_faults, uri
from quizterm.store.exchange import HEAD, LATEST_MS, event_line, item_line
from quizterm.store.history import EVENT_COLUMNS, event_from
from quizterm.store.log import Log
from quizterm.store.opening import open_database
from quizterm.store.rows import ItemKind, exercise_key
from quizterm.store.schema import RANDOM_BITS, event, item, lesson

_PATIENCE_S = 5.0
_COPY = ".salvage-"  # beside the database, where there was room for it: a folder for temporary files may be small
_EVENT = DriverSql(select(event.c.machine_id, *EVENT_COLUMNS).where(event.c.id == bindparam("event_id")))
_ITEM = DriverSql(
    select(lesson.c.key, item.c.content_hash)
    .join(lesson, item.c.lesson_id == lesson.c.id)
    .where(item.c.id == bindparam("item_id"))
)
_IDS = "select id from event order by id"
_IDS_BACKWARDS = "select id from event order by id desc"
# What else tells that an event was there: a page of the log may be broken, or be whole and of an earlier day.
_WITNESSES = (
    "select id from event indexed by event_item where item_id is not null",
    "select id from event indexed by event_target where target is not null",
    "select id from event indexed by event_cause where cause is not null",
    "select id from event indexed by event_read where kind = 'read'",
    "select last_event from item where last_event > 0",
)
_KEYS = (
    "select id, key from item indexed by sqlite_autoindex_item_1 order by key",
    "select id, key from item not indexed",
)
_MACHINES = "select id, uuid from machine"
_FAULTS = (sqlite3.DatabaseError, UnicodeDecodeError)  # of reading; the latter where what SQLite says is no UTF-8
_DAMAGED = "not all of it can be read"


class _UnreadableError(Exception):
    """An event cannot be read, or only without something that it needs."""


class Lost(NamedTuple):
    """An event that could not be taken over."""

    at_ms: int | None  # milliseconds UTC; None where its id is that of no event
    what: str  # its kind and the key of its item, as far as they can be read
    why: str


class Salvaged(NamedTuple):
    """What could be taken over from a damaged database."""

    events: int
    lost: tuple[Lost, ...] = ()
    problem: str | None = None  # why there may have been more, of which nothing is known; None where there was not


def salvage(damaged: Path, restored: Path) -> Salvaged:
    """Add every event that can still be read and makes sense, and that the restored database lacks.

    Reads a copy: SQLite might write to what it opens.
    """
    try:
        with plain_faults(restored), tempfile.TemporaryDirectory(prefix=_COPY, dir=restored.parent) as folder:
            copy = Path(folder) / "damaged.sqlite"
            for ending in ("", "-wal"):
                if Path(f"{damaged}{ending}").exists():
                    shutil.copyfile(f"{damaged}{ending}", f"{copy}{ending}")
            with (
                closing(open_database(restored, _PATIENCE_S)) as database,
                closing(sqlite3.connect(uri(copy, "mode=rw"), uri=True)) as driver,
            ):
                driver.execute("pragma writable_schema = on")  # to read on where a part of the schema is broken
                log = Log(database, Random())
                reading = _Reading(driver, {row[0] for row in database.driver.execute(_IDS)}, log.machine)
                events = log.merge(reading.lines(), reading.refuse)
        return Salvaged(events, tuple(reading.lost.values()), _DAMAGED if reading.is_cut else None)
    except StoreError as error:
        return Salvaged(0, problem=" ".join(str(error).split()))


class _Reading:
    """The events of a damaged database that are not `known`, and what is lost of them.

    Args:
        machine: the uuid to take where that of an event cannot be read.
    """

    def __init__(self, driver: sqlite3.Connection, known: Collection[int], machine: str) -> None:
        self._driver = driver
        self._known = known
        self._machine = machine
        self._machines = self._texts(_MACHINES)
        self._keys = self._texts(*_KEYS)
        self._told: set[int] = set()  # items
        self._event_id = 0
        self._what = ""
        self.lost: dict[int, Lost] = {}
        self.is_cut = False  # whether events may be lost of which nothing tells

    def lines(self) -> Iterator[str]:
        """The lines of a log, as `Log.merge` takes them."""
        yield json.dumps(HEAD)
        for event_id in self._ids():
            self._event_id, self._what = event_id, ""
            try:
                lines = self._lines()
            except _UnreadableError as error:
                self.refuse(str(error))
            else:
                yield from lines

    def refuse(self, problem: str) -> None:
        """Count the event whose lines were given last among the lost ones."""
        at_ms = self._event_id >> RANDOM_BITS
        lost = Lost(at_ms if 0 < at_ms <= LATEST_MS else None, self._what, problem)
        self.lost.setdefault(self._event_id, lost)

    def _ids(self) -> list[int]:
        """The events that were there and are not known, oldest first."""
        ids, is_whole = self._numbers(_IDS)
        if not is_whole:
            backwards, _ = self._numbers(_IDS_BACKWARDS)
            self.is_cut = not backwards or backwards[-1] > max(self._known, default=0)
            ids += backwards
        for sql in _WITNESSES:
            ids += self._numbers(sql)[0]
        return sorted(set(ids).difference(self._known))

    def _lines(self) -> list[str]:
        """Those of one event: its item's, where that was not told yet, and its own."""
        machine_id, one = self._event()
        key = self._keys.get(one.item_id)
        self._what = " ".join(filter(None, (one.kind, key)))
        if one.item_id is not None and key is None:
            raise _UnreadableError("what it happened to cannot be read")
        if one.target in self.lost or one.cause in self.lost:
            # Without that it would be another event of the same id, and no log that has this one could be merged.
            raise _UnreadableError("it belongs to one that is lost")
        try:
            lines = [event_line(one, key, self._machines.get(machine_id, self._machine))]
            if one.item_id is not None and key is not None and one.item_id not in self._told:
                lines.insert(0, self._item_line(one.item_id, key))
                self._told.add(one.item_id)
        except TypeError:  # bytes
            raise _UnreadableError("a value in it is neither a number nor a text") from None
        return lines

    def _event(self) -> tuple[int, Event]:
        """The event and its machine."""
        try:
            row = self._driver.execute(_EVENT.text, (self._event_id,)).fetchone()
        except _FAULTS as error:
            raise _UnreadableError(f"it cannot be read ({error})") from None
        if row is None:
            raise _UnreadableError("it is missing")
        machine_id, *columns = row
        try:
            return machine_id, event_from(columns)
        except LookupError:
            raise _UnreadableError("its kind or its grade is none that there is") from None

    def _item_line(self, item_id: int, key: str) -> str:
        """Where the restored database has the item, its key says all; else this is what can be read of it."""
        kind = ItemKind.EXERCISE if key.startswith(exercise_key("")) else ItemKind.CARD
        try:
            row = self._driver.execute(_ITEM.text, (item_id,)).fetchone()
        except _FAULTS:
            row = None
        is_sound = row is not None and all(isinstance(text, str) for text in row)
        lesson_key, content_hash = row if is_sound else (key.rpartition(".")[0], "")
        return item_line(key, kind, lesson_key, content_hash, [])

    def _texts(self, *queries: str) -> Mapping[int | None, str]:
        """What the queries say of each id, as far as they can be read; the last word counts."""
        rows = [row for sql in queries for row in self._rows(sql)[0]]
        return {row_id: text for row_id, text in rows if isinstance(text, str)}

    def _numbers(self, sql: str) -> tuple[list[int], bool]:
        """The numbers of a query up to the first that cannot be read, and whether those are all."""
        rows, is_whole = self._rows(sql)
        return [number for (number,) in rows if isinstance(number, int)], is_whole

    def _rows(self, sql: str) -> tuple[list[tuple[Any, ...]], bool]:
        """The rows up to the first that cannot be read, and whether those are all."""
        rows = []
        try:
            cursor = self._driver.execute(sql)
            while (row := cursor.fetchone()) is not None:
                rows.append(row)
        except _FAULTS:
            return rows, False
        return rows, True
