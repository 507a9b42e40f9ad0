"""Putting a backup in the place of a database, readable or not, which is kept under another name."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from quizterm.errors import DatabaseDamagedError, DatabaseForeignError, DatabaseUnavailableError, StoreError
from quizterm.store.backups import copy_database, verify
from quizterm.store.connection import backup_files, plain_faults
from quizterm.store.opening import inspect

_BESIDE = ("-wal", "-shm", "-journal")


class Backup(NamedTuple):
    """A copy of the database."""

    file: Path
    made_ms: int  # milliseconds UTC
    size: int  # bytes


def list_backups(path: Path) -> list[Backup]:
    """The backups of the database at `path`, the newest first."""
    return [Backup(file, status.st_mtime_ns // 1_000_000, status.st_size) for file, status in backup_files(path)]


def newest_sound_backup(path: Path) -> Backup | None:
    """The newest backup of the database at `path` that is whole itself; reads backups until one is."""
    return next((backup for backup in list_backups(path) if problem_of(backup.file) is None), None)


def restore(path: Path, backup: Path, now_ms: int) -> Path | None:
    """Put a copy of `backup` in the place of the database at `path`.

    Returns:
        Where the database is that stood there, with all that belonged to it; None if there was none.

    Raises:
        StoreError: the backup is no whole database of quizterm's, or a file cannot be written; nothing was changed.
    """
    if not backup.is_file():
        raise DatabaseUnavailableError(backup, "no such backup; `quizterm restore` lists them")
    try:
        _check(backup)
    except (DatabaseDamagedError, DatabaseForeignError) as error:
        raise DatabaseUnavailableError(backup, "is no whole database of quizterm's; restore another backup") from error
    fresh = path.with_name(f".{path.name}.restored")
    with plain_faults(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            copy_database(backup, fresh)
            return _exchange(path, fresh, now_ms)
        finally:
            fresh.unlink(missing_ok=True)


def problem_of(file: Path) -> StoreError | None:
    """What is wrong with a file that should be a whole database of quizterm's; None if nothing is."""
    try:
        _check(file)
    except StoreError as error:
        return error
    return None


def _check(backup: Path) -> None:
    with plain_faults(backup):
        inspect(backup, patience=5.0)
        verify(backup, thorough=True)


def _exchange(path: Path, fresh: Path, now_ms: int) -> Path | None:
    """Rename what is at `path`, then `fresh` to it; all or nothing, as far as the file system lets renames be undone.

    The write-ahead log goes along, which would spoil whatever came into the database's place.
    """
    renamed: list[tuple[Path, Path]] = []
    try:
        aside = _free_name(path, now_ms)
        has_stood = os.path.lexists(path)
        for ending in (*_BESIDE, ""):
            part = Path(f"{path}{ending}")
            if os.path.lexists(part):
                renamed.append((part, part.rename(f"{aside}{ending}")))
        fresh.replace(path)
    except OSError:
        for before, after in reversed(renamed):
            after.rename(before)
        raise
    return aside if has_stood else None


def _free_name(path: Path, now_ms: int) -> Path:
    when = datetime.fromtimestamp(now_ms / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = path.with_name(f"{path.name}.replaced-{when}")
    number = 1
    while any(os.path.lexists(f"{aside}{ending}") for ending in (*_BESIDE, "")):
        number += 1
        aside = path.with_name(f"{path.name}.replaced-{when}-{number}")
    return aside
