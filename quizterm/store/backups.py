"""Copies of the database, made while it is in use, and which of them to keep."""

import os
import re
import sqlite3
import tempfile
import time
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from quizterm.errors import DatabaseDamagedError
from quizterm.store.connection import reading_uri, way_out
from quizterm.store.sense import senseless_table

_EPOCH = date(1970, 1, 1)
_DAILY = re.compile(r"quizterm-(\d{4}-\d\d-\d\d)\.sqlite")
_KEPT_DAYS, _KEPT_WEEKS, _KEPT_MONTHS = 7, 4, 12
_UNFINISHED = ".backup-"
_A_DAY_S = 86_400

# An item's version is the newest event that changed it: its own newest one, or a later one that took something back.
_OF_ANOTHER_TIME = """
    select 1 from item where last_event <> 0 and not exists (select 1 from event where event.id = last_event)
    union all
    select 1 from item where last_event < (select max(id) from event where item_id = item.id)
    limit 1
"""


def back_up(path: Path, folder: Path, day: int) -> Path | None:
    """Copies the database at `path` into `folder` unless that was done on this study day, and thins what is there.

    Returns:
        The new backup, None if there is one of that day.

    Raises:
        DatabaseDamagedError: something in the database is broken; no backup was made, and none was thinned away.
    """
    made = folder / f"quizterm-{_EPOCH + timedelta(day)}.sqlite"
    if made.exists():
        return None
    verify(path, thorough=True)
    copy_database(path, made)
    _thin(folder, _EPOCH + timedelta(day))
    return made


def copy_database(source: Path, destination: Path) -> None:
    """Copies a database as it stands at this moment. `destination` appears when it is complete and on the disk.

    Raises:
        DatabaseDamagedError: what was copied is broken.
    """
    destination.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=_UNFINISHED, suffix=".new", dir=destination.parent)
    new = Path(name)
    try:
        with (
            closing(sqlite3.connect(reading_uri(source), uri=True)) as original,
            closing(sqlite3.connect(new)) as copy,
        ):
            original.backup(copy)
            _check(copy, "quick_check", source)
        os.fsync(handle)
        new.replace(destination)
    finally:
        os.close(handle)
        new.unlink(missing_ok=True)


def verify(path: Path, *, thorough: bool) -> None:
    """See `Store.verify`."""
    with closing(sqlite3.connect(reading_uri(path), uri=True)) as driver:
        if not thorough:
            _check(driver, "quick_check", path)
            return
        _check(driver, "integrity_check", path)
        table = senseless_table(driver)
        if table is not None:
            raise DatabaseDamagedError(path, f"is damaged (a row of {table} makes no sense); {way_out(path)}")
        if driver.execute(_OF_ANOTHER_TIME).fetchone() is not None:
            raise DatabaseDamagedError(path, f"is damaged (cards are not as the log left them); {way_out(path)}")


def _check(driver: sqlite3.Connection, pragma: str, path: Path) -> None:
    found = driver.execute(f"pragma {pragma}(1)").fetchone()[0]
    if found != "ok":
        raise DatabaseDamagedError(path, f"is damaged ({' '.join(found.split())}); {way_out(path)}")


def to_keep(days: list[date]) -> set[date]:
    """The newest days, and the newest day of each of the newest weeks and months."""
    newest_first = sorted(days, reverse=True)
    weeks: dict[tuple[int, int], date] = {}
    months: dict[tuple[int, int], date] = {}
    for day in newest_first:
        weeks.setdefault(day.isocalendar()[:2], day)
        months.setdefault((day.year, day.month), day)
    return {
        *newest_first[:_KEPT_DAYS],
        *list(weeks.values())[:_KEPT_WEEKS],
        *list(months.values())[:_KEPT_MONTHS],
    }


def _thin(folder: Path, today: date) -> None:
    """Deletes what need not be kept, and what a killed process left unfinished.

    Days to come, which a clock that was years ahead left there, take no place of those gone by.
    """
    backups = {
        date.fromisoformat(match[1]): backup
        for backup in folder.iterdir()
        if (match := _DAILY.fullmatch(backup.name)) is not None
    }
    gone_by = [day for day in backups if day <= today]
    for day in backups.keys() - to_keep(gone_by) - to_keep([day for day in backups if day > today]):
        backups[day].unlink()
    for unfinished in folder.glob(f"{_UNFINISHED}*"):
        if time.time() - unfinished.stat().st_mtime > _A_DAY_S:
            unfinished.unlink()
