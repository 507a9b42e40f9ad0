"""One held connection to the learner's database, its transactions, and its faults in plain words."""

import os
import shlex
import shutil
import sqlite3
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import ClauseElement, Connection, create_engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.compiler import SQLCompiler

from quizterm.errors import DatabaseDamagedError, DatabaseUnavailableError, StoreError

# Checkpoints are made while the learner reads (`Store.checkpoint`), so that none delays an answer.
PRAGMAS = ("synchronous = full", "foreign_keys = on", "wal_autocheckpoint = 0")

BRIEFLY = 0.1  # seconds; somebody at the keyboard waits as well

_DIALECT = SQLiteDialect_pysqlite()  # one for all statements: what it learns of types and names makes the next quicker

_FULL = "the disk is full; free some space and try again"
_ROOM = 1 << 16  # bytes: less than the files beside the database take
_NO_TEXT = "a text in it is not UTF-8"


class Database:
    """A connection to an existing database, as SQLAlchemy Core sees it (`core`) and as Python's driver does (`driver`).

    Every statement commits by itself unless it runs inside `reading` or `writing`. For one thread.

    Args:
        patience: seconds to wait for a lock that another process holds; once that was in vain, each try waits only
            `BRIEFLY` until something can be written again.
    """

    def __init__(self, path: Path, patience: float) -> None:
        self.path = path
        self._patience = patience
        self._is_refused = False
        self.driver = sqlite3.connect(uri(path, "mode=rw"), uri=True, timeout=patience, isolation_level=None)
        self._engine = create_engine("sqlite+pysqlite://", creator=lambda: self.driver, poolclass=NullPool)
        self.core: Connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            for pragma in PRAGMAS:
                self.driver.execute(f"pragma {pragma}")
            self.driver.execute("pragma schema_version").fetchone()  # the first read opens the files beside it
            real = os.path.realpath(path)  # SQLite keeps the write-ahead log and its index beside what a link leads to
            self._files = {file: _identity(file) for file in (path, Path(f"{real}-wal"), Path(f"{real}-shm"))}
        except BaseException:
            self.close()
            raise

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Around all that is done here: `plain_faults`, and how long the next lock is waited for."""
        with plain_faults(self.path):
            try:
                yield
            except (DBAPIError, sqlite3.Error) as error:
                if _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    self._is_refused = True
                    self._wait_for_locks(min(BRIEFLY, self._patience))
                raise

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One snapshot for several queries; inside another one, that."""
        is_outermost = not self.driver.in_transaction
        if is_outermost:
            self.driver.execute("begin")
        try:
            yield
        finally:
            if is_outermost and self.driver.in_transaction:  # a fault of the disk may have ended it
                self.driver.execute("commit")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All or nothing; no other process writes meanwhile.

        Raises:
            DatabaseUnavailableError: the file, or one that belongs to it, is no longer where it was opened: what is
                written would be lost.
        """
        self.driver.execute("begin immediate")
        if self._is_refused:
            self._is_refused = False
            self._wait_for_locks(self._patience)
        try:
            gone = [file for file, identity in self._files.items() if _identity(file) != identity]
            if gone:
                self.driver.execute("rollback")
                self._keep_what_was_logged(gone)
                raise DatabaseUnavailableError(gone[0], "was moved or replaced meanwhile; start quizterm again")
            yield
            self.driver.execute("commit")
        except BaseException:
            if self.driver.in_transaction:
                self.driver.execute("rollback")
            raise

    def close(self) -> None:
        self.core.close()
        self._engine.dispose()
        self.driver.close()

    def _wait_for_locks(self, seconds: float) -> None:
        self.driver.execute(f"pragma busy_timeout = {round(seconds * 1000)}")

    def _keep_what_was_logged(self, gone: Sequence[Path]) -> None:
        """Move to the database what nobody but this connection can read, if only its write-ahead log was deleted."""
        if self.path not in gone and not any(os.path.lexists(file) for file in gone):
            self.driver.execute("pragma wal_checkpoint(passive)")


def _identity(path: Path) -> tuple[int, int] | None:
    """The same for two paths to one file; None where there is no file."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


class DriverSql:
    """A statement for `Database.driver`, with positional parameters: an answer has no time for more."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement

    @cached_property
    def text(self) -> str:
        """Made when it is first asked for: many a run needs only few of all statements."""
        return str(self._statement.compile(dialect=_DIALECT))


class DriverQuery:
    """A query for `Database.driver` with parameters by name, for what is asked at every card."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement

    def rows(self, database: Database, parameters: Mapping[str, int]) -> list[tuple[Any, ...]]:
        sql, names, own = self._compiled
        values = {**own, **parameters}
        return database.driver.execute(sql, [values[name] for name in names]).fetchall()

    @cached_property
    def _compiled(self) -> tuple[str, Sequence[str], Mapping[str, Any]]:
        """The text, the names of its parameters in order, and the values that the statement itself binds."""
        compiled = self._statement.compile(dialect=_DIALECT)
        assert isinstance(compiled, SQLCompiler)  # a statement's compiler is one
        return str(compiled), compiled.positiontup or [], compiled.params


def uri(path: Path, options: str) -> str:
    return f"{path.absolute().as_uri()}?{options}"


def reading_uri(path: Path) -> str:
    """To read a database without leaving a trace: the folder may be a medium that cannot be written."""
    return uri(path, "mode=ro" if has_log(path) else "mode=ro&immutable=1")


def has_log(path: Path) -> bool:
    """Whether a database has a write-ahead log: without one nobody has it open."""
    return Path(f"{os.path.realpath(path)}-wal").exists()


@contextmanager
def plain_faults(path: Path) -> Iterator[None]:
    """Turns the faults a learner can mend into errors that say how.

    Raises:
        StoreError: SQLite or the file system could not use the file at `path`.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        plain = _plain(path, error)
        if plain is None:
            raise
        raise plain from error
    except UnicodeDecodeError as error:
        raise DatabaseDamagedError(path, f"is damaged ({_NO_TEXT}); {way_out(path)}") from error
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None and Path(os.fsdecode(error.filename)) != path:
            reason += f": {os.fsdecode(error.filename)}"  # a backup, or its folder
        problem = f"cannot be used ({reason}); mend that, or set QUIZTERM_HOME to another folder"
        raise DatabaseUnavailableError(path, problem) from error


def _code(error: DBAPIError | sqlite3.Error) -> int:
    """The primary result code of SQLite; 0 for what the driver finds itself."""
    fault = error.orig if isinstance(error, DBAPIError) else error
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF


def _plain(path: Path, fault: DBAPIError | sqlite3.Error) -> StoreError | None:
    error = fault.orig if isinstance(fault, DBAPIError) else fault
    match _code(fault):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseUnavailableError(path, "another program keeps it locked; close that one and try again")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return DatabaseUnavailableError(path, "cannot be written; make the file and its folder writable")
        case sqlite3.SQLITE_FULL:
            return DatabaseUnavailableError(path, _FULL)
        case sqlite3.SQLITE_IOERR if _is_full(path):
            return DatabaseUnavailableError(path, _FULL)
        case sqlite3.SQLITE_IOERR:
            return DatabaseUnavailableError(path, f"the disk fails ({error}); free some space or check the disk")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseDamagedError(path, f"is damaged ({error}); {way_out(path)}")
        case _ if str(error).startswith("Could not decode"):  # Python's driver says so, SQLite has no code for it
            return DatabaseDamagedError(path, f"is damaged ({_NO_TEXT}); {way_out(path)}")
        case _:
            return None


def _is_full(path: Path) -> bool:
    """SQLite calls some writes to a full disk failures of the disk."""
    try:
        return shutil.disk_usage(path.parent).free < _ROOM
    except OSError:
        return False


def way_out(path: Path) -> str:
    """What to do about a file that is of no use: the newest backup is named where there is one."""
    for backup, _ in backup_files(path):
        return f"`quizterm restore {shlex.quote(str(backup))}` puts the newest backup in its place, and keeps it"
    return "move it away to start afresh"


def backup_files(path: Path) -> list[tuple[Path, os.stat_result]]:
    """The backups of the database at `path`, the newest first."""
    found = []
    for file in backup_folder(path).glob("*.sqlite"):
        with suppress(OSError):  # a link that leads nowhere is no backup
            status = file.stat()
            if stat.S_ISREG(status.st_mode):
                found.append((file, status))
    return sorted(found, key=lambda backup: backup[1].st_mtime_ns, reverse=True)


def backup_folder(path: Path) -> Path:
    """Where the backups of the database at `path` are kept."""
    return path.parent / "backups"
