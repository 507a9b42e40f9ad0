"""Putting a backup in the place of a database, readable or not, which is kept under another name."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from quizterm.errors import DatabaseUnavailableError, StoreError
from quizterm.store.backups import copy_database, verify
from quizterm.store.connection import backup_folder, plain_faults
from quizterm.store.opening import inspect

_BESIDE = ("-wal", "-shm", "-journal")


class Backup(NamedTuple):
    """A copy of the database."""

    file: Path
    made_ms: int  # milliseconds UTC
    size: int  # bytes


def list_backups(path: Path) -> list[Backup]:
    """The backups of the database at `path`, the newest first."""
    found = []
    for file in backup_folder(path).glob("*.sqlite"):
        status = file.stat()
        found.append(Backup(file, status.st_mtime_ns // 1_000_000, status.st_size))
    return sorted(found, key=lambda backup: backup.made_ms, reverse=True)


def restore(path: Path, backup: Path, now_ms: int) -> Path | None:
    """Put a copy of `backup` in the place of the database at `path`.

    Returns:
        Where the database is that stood there, with all that belonged to it; None if there was none.

    Raises:
        StoreError: the backup is no whole database of quizterm's, or a file cannot be written; nothing was changed.
    """
    if not backup.is_file():
        raise DatabaseUnavailableError(backup, "no such backup; `quizterm restore` lists them")
    with plain_faults(backup):
        inspect(backup, patience=5.0)
        verify(backup)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.restored")
    with plain_faults(fresh):
        copy_database(backup, fresh)
    try:
        with plain_faults(path):
            aside = _set_aside(path, now_ms)
            fresh.replace(path)
    except StoreError:
        fresh.unlink(missing_ok=True)
        raise
    return aside


def _set_aside(path: Path, now_ms: int) -> Path | None:
    """Rename what is at `path`; its write-ahead log goes along, which would spoil whatever came into its place."""
    if not os.path.lexists(path):
        return None
    when = datetime.fromtimestamp(now_ms / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = path.with_name(f"{path.name}.replaced-{when}")
    number = 1
    while os.path.lexists(aside):
        number += 1
        aside = path.with_name(f"{path.name}.replaced-{when}-{number}")
    for ending in _BESIDE:
        beside = Path(f"{path}{ending}")
        if os.path.lexists(beside):
            beside.rename(f"{aside}{ending}")
    return path.rename(aside)
