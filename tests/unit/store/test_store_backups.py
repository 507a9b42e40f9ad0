"""Copies of the database in use, which of them are kept, and the search for damage."""

import os
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_helpers import moment, raw, review

from quizterm.errors import DatabaseDamagedError, DatabaseUnavailableError
from quizterm.store.backups import to_keep
from quizterm.store.store import Store

TODAY = date(2026, 11, 30)


@pytest.fixture
def folder(path: Path) -> Path:
    return path.parent / "backups"


def day(number: int) -> int:
    """A study day, counted from TODAY."""
    return (TODAY - date(1970, 1, 1)).days + number


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_backup_is_a_whole_database_with_what_was_not_checkpointed_yet(store: Store, folder: Path) -> None:
    store.append([review(1, moment())])
    made = store.backup(folder, day(0))
    assert made == folder / "quizterm-2026-11-30.sqlite"
    assert names(folder) == [made.name]
    assert made.stat().st_mode & 0o777 == 0o600
    with Store.open(made) as copy:
        copy.verify()
        assert copy.reviews_total() == 1
        assert copy.content_fingerprint() == "course"


def test_one_backup_a_day(store: Store, folder: Path) -> None:
    assert store.backup(folder, day(0)) is not None
    store.append([review(1, moment())])
    assert store.backup(folder, day(0)) is None
    assert store.backup(folder, day(1)) is not None
    assert raw(folder / "quizterm-2026-11-30.sqlite", "select count(*) from event") == [(0,)]


def test_a_backup_may_be_made_by_another_thread_while_answers_are_given(store: Store, folder: Path) -> None:
    store.append([review(1, moment())])
    thread = Thread(target=store.backup, args=(folder, day(0)))
    thread.start()
    for _ in range(50):
        store.append([review(2, moment())])
    thread.join(timeout=30)
    with Store.open(folder / "quizterm-2026-11-30.sqlite") as copy:
        assert copy.rebuild() == 0
        assert 1 <= copy.reviews_total() <= 51
    assert store.reviews_total() == 51


def test_a_backup_that_fails_leaves_nothing_behind(store: Store, folder: Path) -> None:
    folder.parent.joinpath("quizterm.sqlite").rename(folder.parent / "elsewhere")
    with pytest.raises(DatabaseUnavailableError):
        store.backup(folder, day(0))
    assert list(folder.parent.glob("backups/*")) == []


def test_thinning_leaves_other_files_alone(store: Store, folder: Path) -> None:
    folder.mkdir()
    others = ["before-version-2-20261130T090000000000.sqlite", "mine.sqlite", "quizterm-2026-11-30.txt"]
    for name in others:
        (folder / name).touch()
    for number in range(0, 60, 2):
        store.backup(folder, day(number))
    kept = [name for name in names(folder) if name not in others]
    assert set(others) < set(names(folder))
    assert len(kept) < 15
    assert kept[-1] == "quizterm-2027-01-27.sqlite"


def test_a_backup_made_after_the_clock_was_set_back_stays(store: Store, folder: Path) -> None:
    for number in range(0, 900, 30):
        store.backup(folder, day(number))
    store.append([review(1, moment())])
    made = store.backup(folder, day(-2000))
    assert made is not None
    assert raw(made, "select count(*) from event") == [(1,)]
    assert store.backup(folder, day(-2000)) is None
    assert store.backup(folder, day(-1999)) is not None
    assert made.exists(), "backups of days to come take no place of those gone by"


def test_what_a_killed_process_left_unfinished_is_deleted_after_a_day(store: Store, folder: Path) -> None:
    folder.mkdir()
    old, recent = folder / ".backup-old.new", folder / ".backup-recent.new"
    for file in (old, recent):
        file.touch()
    os.utime(old, (0, 0))
    made = store.backup(folder, day(0))
    assert made is not None
    assert names(folder) == [recent.name, made.name]


def test_two_years_of_daily_use_keep_days_weeks_and_months() -> None:
    kept: set[date] = set()
    for number in range(731):
        kept = to_keep([*kept, TODAY + timedelta(number)])
    ages = sorted((TODAY + timedelta(730) - day).days for day in kept)
    assert ages[:7] == list(range(7))
    assert 17 <= len(kept) <= 23
    assert ages[-1] >= 300


@given(st.sets(st.dates(date(2020, 1, 1), date(2030, 12, 31))))
def test_what_is_kept_holds_the_newest_of_every_recent_span(days: set[date]) -> None:
    kept = to_keep(list(days))
    assert kept <= days
    assert set(sorted(days)[-7:]) <= kept
    months = sorted({(day.year, day.month) for day in days})[-12:]
    assert {max(day for day in days if (day.year, day.month) == month) for month in months} <= kept
    assert to_keep(list(kept)) == kept


def test_a_whole_database_is_verified(store: Store) -> None:
    store.append([review(1, moment())])
    store.verify()


def test_damage_behind_the_first_pages_is_found(store: Store, path: Path) -> None:
    store.append([review(1, moment())])
    store.checkpoint()
    with closing(sqlite3.connect(path)) as driver:
        ((page,),) = driver.execute("select rootpage from sqlite_schema where name = 'event'").fetchall()
    handle = os.open(path, os.O_WRONLY)
    os.pwrite(handle, b"\xa5" * 4096, (page - 1) * 4096)
    with pytest.raises(DatabaseDamagedError, match="damaged"):
        store.verify()
    os.close(handle)
