"""From a path to a database of the present version, or to a clear refusal that leaves the file as it is."""

import os
import sqlite3
import stat
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from quizterm.errors import DatabaseDamagedError, DatabaseForeignError, DatabaseTooNewError, DatabaseUnavailableError
from quizterm.store.connection import Database, has_log, reading_uri, way_out
from quizterm.store.schema import APPEND_ONLY, APPLICATION_ID, VERSION, metadata

_OLDEST_SQLITE = (3, 37, 0)  # the first with STRICT tables


def open_database(path: Path, patience: float) -> Database:
    """Opens the database at `path`; makes it if there is none, migrates it if it is of an earlier version.

    Raises:
        DatabaseForeignError, DatabaseDamagedError, DatabaseTooNewError: the file was left byte for byte as it was.
        OSError, sqlite3.Error: for `plain_faults` to put into words.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        needed = ".".join(map(str, _OLDEST_SQLITE))
        raise DatabaseUnavailableError(path, f"needs SQLite {needed} or newer, Python has {sqlite3.sqlite_version}")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        if path.is_symlink():
            raise DatabaseUnavailableError(path, f"leads nowhere; is {path.readlink()} on a drive that is missing?")
        _expect_no_log(path)
        _create(path)
    if inspect(path, patience) < VERSION:
        from quizterm.store.migration import migrate

        migrate(path, patience)
    return Database(path, patience)


def inspect(path: Path, patience: float) -> int:
    """The schema version of the database at `path`, which is left as it is.

    Raises:
        DatabaseForeignError, DatabaseDamagedError, DatabaseTooNewError, DatabaseUnavailableError: it is of no use.

    Reads through SQLite alone: closing a file opened by other means would drop the locks that another connection of
    this process holds on it.
    """
    status = path.stat()
    size = status.st_size
    if not stat.S_ISREG(status.st_mode):
        raise DatabaseUnavailableError(path, f"is no regular file; {way_out(path)}")
    if size == 0:
        raise DatabaseDamagedError(path, f"is empty; {way_out(path)}")
    try:
        with closing(sqlite3.connect(reading_uri(path), uri=True, timeout=patience)) as driver:
            pages, page_size, application_id, version = (
                driver.execute(f"pragma {name}").fetchone()[0]
                for name in ("page_count", "page_size", "application_id", "user_version")
            )
            tables = {row[0] for row in driver.execute("select name from sqlite_schema where type = 'table'")}
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
            raise
        pages = 0
    if pages == 0:
        raise DatabaseForeignError(path, f"is no database; {way_out(path)}")
    if application_id != APPLICATION_ID:
        raise DatabaseForeignError(path, f"is a database of another program; {way_out(path)}")
    if version > VERSION:
        raise DatabaseTooNewError(
            path, f"was written by a newer quizterm (version {version}, this one knows {VERSION}); update quizterm"
        )
    if version == VERSION and (lost := sorted(metadata.tables.keys() - tables)):
        raise DatabaseDamagedError(path, f"has lost its table {lost[0]}; {way_out(path)}")
    if size < pages * page_size and not has_log(path):  # SQLite itself minds only whole pages
        raise DatabaseDamagedError(path, f"is cut short; {way_out(path)}")
    return int(version)


def _expect_no_log(path: Path) -> None:
    """SQLite would take the log of a database that was moved away for the new one's, and spoil it."""
    log = Path(f"{path}-wal")
    if log.exists() and log.stat().st_size > 0:
        kept = f"{log.name}, which holds what was stored last, is still there"
        way = "put the database back beside it, or move that file away as well to start afresh"
        raise DatabaseUnavailableError(path, f"is missing, but {kept}; {way}")


def _create(path: Path) -> None:
    """Makes a new database under another name and then links it to `path`, so that nobody ever meets half of one."""
    handle, name = tempfile.mkstemp(prefix=".quizterm-", suffix=".new", dir=path.parent)
    new = Path(name)
    try:
        _build(new)
        os.fsync(handle)
        try:
            path.hardlink_to(new)
        except FileExistsError:
            return  # another quizterm was quicker
        except OSError:
            new.rename(path)  # a file system without hard links
        _sync_folder(path.parent)
    finally:
        os.close(handle)
        new.unlink(missing_ok=True)


def _build(path: Path) -> None:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None)

    with create_engine("sqlite+pysqlite://", creator=connect, poolclass=NullPool).connect() as core:
        core.exec_driver_sql("pragma synchronous = off")  # the caller syncs the whole file once
        core.exec_driver_sql("begin")
        metadata.create_all(core, checkfirst=False)
        for trigger in APPEND_ONLY:
            core.exec_driver_sql(trigger)
        core.exec_driver_sql(f"pragma application_id = {APPLICATION_ID}")
        core.exec_driver_sql(f"pragma user_version = {VERSION}")
        core.exec_driver_sql("commit")
        core.exec_driver_sql("pragma journal_mode = wal")


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
