"""The rules which the database itself keeps, whoever writes to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from store_helpers import COURSE, moment, review

from quizterm.store import items, queues
from quizterm.store.connection import DriverSql
from quizterm.store.store import Store


@pytest.fixture
def driver(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of SQLite's own to a database with an answer in it."""
    with Store.open(path) as store:
        store.sync(COURSE, "course")
        store.append([review(1, moment())])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma foreign_keys = on")
        yield connection


@pytest.mark.parametrize("change", ["update event set day = 0", "delete from event", "update event set id = id + 1"])
def test_the_log_is_append_only(driver: sqlite3.Connection, change: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        driver.execute(change)


EVENT = {
    "id": 1 << 60,
    "kind": "buried",
    "item_id": 1,
    "at": 1,
    "offset": 0,
    "day": 1,
    "rating": None,
    "duration": None,
    "target": None,
    "cause": None,
    "detail": None,
    "machine_id": 1,
}


@pytest.mark.parametrize(
    "change",
    [
        {"id": 0},
        {"kind": None},
        {"at": "now"},
        {"at": 1.5},
        {"machine_id": 2},
        {"item_id": 999},
        {"cause": 999},
        {"kind": "undone"},
        {"kind": "undone", "target": 999},
        {"kind": "buried", "target": 1 << 60},
        {"kind": "reviewed"},
        {"kind": "reviewed", "rating": 5},
        {"kind": "reviewed", "rating": 3, "item_id": None},
        {"duration": -1},
        {"detail": "no json"},
    ],
    ids=str,
)
def test_an_impossible_event_is_refused(driver: sqlite3.Connection, change: dict[str, object]) -> None:
    names = ", ".join(f'"{name}"' for name in EVENT)
    insert = f"insert into event ({names}) values ({', '.join('?' * len(EVENT))})"
    with pytest.raises(sqlite3.IntegrityError):
        driver.execute(insert, list((EVENT | change).values()))
    driver.execute(insert, list(EVENT.values()))


@pytest.mark.parametrize(
    "change",
    [
        "kind = 2",
        "phase = 4",
        "phase = 0",
        "due_day = null",
        "stability = 0",
        "stability = null",
        "difficulty = 0.99",
        "difficulty = 10.01",
        "reps = -1",
        "suspended = 2",
        "flagged = 2",
        "leech = null",
        "gone = 2",
        "lesson_id = 999",
        "key = 'c.one.b'",
        "due_day = 'tomorrow'",
        "due_day = 1.5",
    ],
)
def test_an_impossible_item_is_refused(driver: sqlite3.Connection, change: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        driver.execute(f"update item set {change} where id = 1")


def test_a_new_item_has_no_due_moment(driver: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        driver.execute("update item set due_at = 1 where id = 2")


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (queues._SCHEDULED_COUNTS, "item_scheduled (kind=? AND due_day"),
        *((query, "item_scheduled (kind=? AND due_day") for query in queues._SCHEDULED.values()),
        (queues._AHEAD, "item_scheduled (kind=? AND due_day"),
        (queues._LEARNING_TIMES, "item_learning (kind=?"),
        (queues._LEARNING, "item_learning (kind=? AND due_at"),
        (queues._NEW_COUNTS, "item_new (kind=?"),
        (queues._NEW, "item_new (kind=? AND lesson_id=? AND suspended=?)"),
    ],
)
def test_queues_and_counts_seek_in_a_partial_index(
    driver: sqlite3.Connection, query: queues._Query, index: str
) -> None:
    sql = DriverSql(query._everywhere).text
    plan = [row[3] for row in driver.execute(f"explain query plan {sql}", [0] * sql.count("?"))]
    assert any(step.startswith("SEARCH item ") and index in step for step in plan), plan
    assert not any(step.startswith("SCAN") for step in plan), plan


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (DriverSql(items._FLAGGED), "USING INDEX item_flagged"),
        (DriverSql(items._LEECHES), "USING INDEX item_leech"),
        (items._DUE_DAYS, "(key=?)"),
        (items._BY_KEYS, "(key=?)"),
        (items._BY_ALIASES, "(key=?)"),
    ],
)
def test_marked_items_and_items_by_key_are_found_by_an_index(
    driver: sqlite3.Connection, query: DriverSql, index: str
) -> None:
    plan = [row[3] for row in driver.execute(f"explain query plan {query.text}", [""] * query.text.count("?"))]
    assert any(index in step for step in plan), plan
    assert not any(step in ("SCAN item", "SCAN alias") for step in plan), plan
