"""Leads a database of an earlier version to the present one. Imported only when there is one."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from quizterm.errors import DatabaseDamagedError
from quizterm.store.backups import copy_database
from quizterm.store.connection import Database, backup_folder
from quizterm.store.schema import VERSION

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(path: Path, patience: float, *, migrations: Path = MIGRATIONS, target: int = VERSION) -> None:
    """Runs the migrations from the database's version to `target`, each in a transaction of its own.

    A revision is the version it leads to, in four digits. A backup is made before each; one that fails leaves the
    database at the version before it.

    Raises:
        DatabaseDamagedError: the database holds, or a migration would leave, rows that refer to nothing.
    """
    newest_first = ScriptDirectory(str(migrations)).iterate_revisions(f"{target:04}", "base")
    database = Database(path, patience)
    try:
        # Some migrations rebuild tables that others refer to. Inside a transaction the pragma has no effect.
        database.driver.execute("pragma foreign_keys = off")
        for script in reversed(list(newest_first)):
            _step(database, int(script.revision), script.module.upgrade)
        # The next start reads the version from the file alone.
        database.driver.execute("pragma wal_checkpoint(truncate)")
    finally:
        database.close()


def _step(database: Database, version: int, upgrade: Callable[[], None]) -> None:
    if _version(database.driver) >= version:
        return
    taken = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    copy_database(database.path, backup_folder(database.path) / f"before-version-{version}-{taken}.sqlite")
    database.driver.execute("begin immediate")
    with database.core.begin():  # Alembic would commit after a step of its own if SQLAlchemy knew of no transaction
        if _version(database.driver) >= version:
            return  # another quizterm migrated while this one waited for the lock
        with Operations.context(MigrationContext.configure(database.core)):
            upgrade()
        if database.driver.execute("pragma foreign_key_check").fetchone():
            raise DatabaseDamagedError(database.path, "holds rows that refer to nothing; restore a backup")
        database.driver.execute(f"pragma user_version = {version}")


def _version(driver: sqlite3.Connection) -> int:
    version: int = driver.execute("pragma user_version").fetchone()[0]
    return version
