"""Saving what was logged after a backup was made from the damaged database that the backup replaced."""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, select

from quizterm.errors import StoreError, UsageError
from quizterm.memory.events import Event
from quizterm.store.connection import driver_sql, uri
from quizterm.store.exchange import HEAD, event_line, item_line
from quizterm.store.history import EVENT_COLUMNS, event_from
from quizterm.store.schema import event, item, lesson, machine
from quizterm.store.store import Store

_NEWER = driver_sql(
    select(machine.c.uuid, *EVENT_COLUMNS)
    .join(machine, event.c.machine_id == machine.c.id)
    .where(event.c.id > bindparam("newest"))
    .order_by(event.c.id)
)
_ITEM = driver_sql(
    select(item.c.key, item.c.kind, lesson.c.key, item.c.content_hash)
    .join(lesson, item.c.lesson_id == lesson.c.id)
    .where(item.c.id == bindparam("item_id"))
)


def salvage(damaged: Path, restored: Path) -> int:
    """Add the events that can still be read and that are newer than all of the restored database; how many they are.

    Reads a copy: SQLite might write to what it opens.
    """
    try:
        with Store.open(restored) as store, tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "damaged.sqlite"
            for ending in ("", "-wal"):
                if Path(f"{damaged}{ending}").exists():
                    shutil.copyfile(f"{damaged}{ending}", f"{copy}{ending}")
            return store.merge(_lines(copy, store.newest_event()))
    except (OSError, StoreError, UsageError):
        return 0  # it is damaged, after all; the file is kept


def _lines(damaged: Path, newest: int) -> Iterator[str]:
    """The lines of a log, as `Store.merge` takes them."""
    yield json.dumps(HEAD)
    with closing(sqlite3.connect(uri(damaged, "mode=rw"), uri=True)) as driver:
        known: dict[int | None, str] = {}
        kept: set[int] = set()
        for uuid, *columns in _readable(driver, _NEWER, newest):
            try:
                one = event_from(columns)
            except LookupError:
                return  # no event says so: what follows cannot be trusted either
            if one.item_id is not None and one.item_id not in known:
                for key, kind, lesson_key, content_hash in _readable(driver, _ITEM, one.item_id):
                    known[one.item_id] = key
                    yield item_line(key, kind, lesson_key, content_hash, [])
            if _is_whole(one, newest, kept) and (one.item_id is None or one.item_id in known):
                kept.add(one.id)
                yield event_line(one, known.get(one.item_id), uuid)


def _readable(driver: sqlite3.Connection, sql: str, parameter: int) -> Iterator[tuple[Any, ...]]:
    """The rows up to the first that cannot be read."""
    try:
        yield from driver.execute(sql, (parameter,))
    except sqlite3.DatabaseError:
        return


def _is_whole(one: Event, newest: int, kept: set[int]) -> bool:
    """Whether all that an event refers to is there."""
    return all(other is None or other <= newest or other in kept for other in (one.target, one.cause))
