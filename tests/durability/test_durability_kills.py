"""A learner is killed at random instants, also while a database is made: whatever was acknowledged is there."""

import os
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import durability_learner
import pytest

from quizterm.memory.fsrs import DEFAULT_WEIGHTS, Memory
from quizterm.memory.item import Rating
from quizterm.store.migration import migrate
from quizterm.store.schema import APPLICATION_ID, VERSION
from quizterm.store.store import Store

TRIALS_A_DATABASE = 10
LONGEST_S = 0.2  # from the start of a learner to its end
LARGEST_ACTION = 10  # events
OLD_CARDS = 10_000
LONGEST_MIGRATION_S = 0.8


class Killer:
    """Lets learners begin on one database, and ends them."""

    def __init__(self, database: Path) -> None:
        words = [sys.executable, str(durability_learner.__file__), str(database)]
        self._program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._unread = b""

    def __enter__(self) -> "Killer":
        return self

    def __exit__(self, *exception: object) -> None:
        self._program.communicate(timeout=60)

    def acknowledged(self, seed: int, seconds: float) -> list[str]:
        """What a learner said until it was killed, so many seconds after its beginning."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"{seed}\n".encode())
        process = int(next(self._lines(60.0)))
        lines = list(self._lines(seconds))
        os.kill(process, signal.SIGKILL)
        for line in self._lines(60.0):
            if line == "ended":
                return lines
            lines.append(line)
        raise AssertionError("the learner does not end")

    def _lines(self, seconds: float) -> Iterator[str]:
        assert self._program.stdout is not None
        deadline = time.monotonic() + seconds
        while True:
            line, end, rest = self._unread.partition(b"\n")
            if end:
                self._unread = rest
                yield line.decode()
                continue
            patience = deadline - time.monotonic()
            if patience <= 0 or not select.select([self._program.stdout], [], [], patience)[0]:
                return
            piece = os.read(self._program.stdout.fileno(), 65536)
            if not piece:
                raise AssertionError("the learner's program ended")
            self._unread += piece


def kill_again_and_again(folder: Path, trials: range) -> int:
    """How many events were acknowledged, all of which were found again."""
    database, known = folder / "quizterm.sqlite", set[int]()
    with Killer(database) as killer:
        for trial in trials:
            told = [line.split() for line in killer.acknowledged(trial, Random(trial).uniform(0, LONGEST_S))]
            done = {int(word) for what, *words in told if what == "did" for word in words}
            with Store.open(database) as store:  # without a complaint
                store.verify()
                assert store.rebuild() == 0, trial
            assert sqlite_rows(database, "pragma integrity_check") == [("ok",)], trial
            logged = {event_id for (event_id,) in sqlite_rows(database, "select id from event")}
            assert known | done <= logged, trial
            unheard = logged - known - done  # the last action, which was stored but could not be told any more
            assert len(unheard) <= LARGEST_ACTION, trial
            assert min(unheard, default=1 << 63) > max(done, default=0), trial
            known = logged
            backups = list((folder / "backups").glob("*.sqlite"))
            assert {words[0] for what, *words in told if what == "backup"} <= {backup.name for backup in backups}, trial
            for backup in backups:
                assert sqlite_rows(backup, "pragma quick_check") == [("ok",)], trial
    return len(known)


def sqlite_rows(database: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql).fetchall()


def test_a_few_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path, range(20)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 400, TRIALS_A_DATABASE))
def test_three_hundred_kills_lose_nothing(first: int, tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path, range(first, first + TRIALS_A_DATABASE)) > 0


@pytest.fixture(scope="module")
def first_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the first quizterm's, with enough in it for its migration to take a while."""
    path = tmp_path_factory.mktemp("first") / "quizterm.sqlite"
    with closing(sqlite3.connect(path)) as driver:
        driver.execute("pragma journal_mode = wal")
        driver.execute(f"pragma application_id = {APPLICATION_ID}")
    migrate(path, 1.0, target=1)
    with closing(sqlite3.connect(path)) as driver, driver:
        driver.execute("insert into lesson values (1, 'c.one', 0)")
        driver.execute("insert into machine values (1, 'there')")
        numbers = range(1, OLD_CARDS + 1)
        stability, difficulty = Memory(DEFAULT_WEIGHTS).first(Rating.GOOD)
        driver.executemany(
            "insert into item (id, key, kind, lesson_id, place, content_hash,"
            " phase, due_day, stability, difficulty, last_day, reps, last_event)"
            " values (?1, 'c.one.' || ?1, 0, 1, ?1, '', 2, 9, ?2, ?3, 0, 1, ?1)",
            [(number, stability, difficulty) for number in numbers],
        )
        driver.executemany(
            'insert into event (id, kind, item_id, at, "offset", day, rating, weights, due_day, machine_id)'
            " values (?1, 'reviewed', ?1, 0, 0, 0, 3, 0, 9, 1)",
            [(number,) for number in numbers],
        )
    return path


@pytest.mark.slow
@pytest.mark.parametrize("trial", range(20))
def test_kills_while_an_older_database_is_migrated_lose_nothing(
    first_version: Path, trial: int, tmp_path: Path
) -> None:
    database = tmp_path / "quizterm.sqlite"
    shutil.copyfile(first_version, database)
    with Killer(database) as killer:
        killer.acknowledged(trial, Random(trial).uniform(0, LONGEST_MIGRATION_S))
    with Store.open(database) as store:
        store.verify()
        assert store.rebuild() == 0
    assert sqlite_rows(database, "pragma user_version") == [(VERSION,)]
    [(kept,)] = sqlite_rows(database, f"select count(*) from event where id <= {OLD_CARDS}")
    assert kept == OLD_CARDS
    for backup in (tmp_path / "backups").glob("*.sqlite"):
        assert sqlite_rows(backup, "pragma integrity_check") == [("ok",)]
