"""A database of an earlier version becomes one of the present version, or stays what it was."""

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from store_helpers import COURSE, moment, raw, review

from quizterm.errors import DatabaseDamagedError
from quizterm.memory.events import Draft, EventKind
from quizterm.store.migration import MIGRATIONS, migrate
from quizterm.store.schema import APPLICATION_ID, VERSION
from quizterm.store.store import Store

NEXT = VERSION + 1


def schema(path: Path) -> set[tuple[str, ...]]:
    """All tables, indexes and triggers, however their SQL is spaced."""
    rows = raw(path, "select type, name, tbl_name, coalesce(sql, '') from sqlite_schema")
    return {(*names, re.sub(r"\s+", " ", re.sub(r"\s*([(),])\s*", r"\1", sql)).strip()) for *names, sql in rows}


@pytest.fixture
def oldest(path: Path) -> Path:
    """A database from before the first version: marked, and without any table."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as driver:
        driver.execute("pragma journal_mode = wal")
        driver.execute(f"pragma application_id = {APPLICATION_ID}")
    return path


@pytest.fixture
def used(path: Path) -> Path:
    """A database of the present version with an answer in it."""
    with Store.open(path) as store:
        store.sync(COURSE, "course")
        store.append([review(1, moment())])
    return path


def raw_write(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def with_next_migration(folder: Path, body: str) -> Path:
    """The migrations of this quizterm, and one more that a later one may have."""
    migrations = folder / "migrations"
    shutil.copytree(MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    text = "\n".join(
        [
            "import sqlalchemy as sa",
            "from alembic import op",
            f'revision = "{NEXT:04}"',
            f'down_revision = "{VERSION:04}"',
            "def upgrade():",
            *(f"    {line}" for line in body.splitlines()),
        ]
    )
    (migrations / "versions" / f"v{NEXT:04}_next.py").write_text(text)
    return migrations


def test_migrating_leads_to_the_schema_that_a_new_database_has(oldest: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite"
    Store.open(new).close()
    migrate(oldest, 1.0)
    assert schema(oldest) == schema(new)
    for pragma in ("user_version", "application_id", "journal_mode"):
        assert raw(oldest, f"pragma {pragma}") == raw(new, f"pragma {pragma}")


def test_opening_migrates(oldest: Path) -> None:
    with Store.open(oldest) as store:
        store.sync(COURSE, "course")
        store.append([review(1, moment())])
        assert store.reviews_total() == 1


def test_what_the_first_version_held_goes_on_under_the_present_one(oldest: Path) -> None:
    migrate(oldest, 1.0, target=1)
    raw_write(
        oldest,
        "insert into machine (uuid) values ('a'); insert into meta values ('machine', '1');"
        "insert into lesson (key, place) values ('c.one', 0);"
        "insert into item (key, kind, lesson_id, place, content_hash, suspended) values ('c.one.a', 0, 1, 0, '', 1);"
        "insert into event (id, kind, item_id, at, offset, day, machine_id) values (1, 'suspended', 1, 1, 0, 1, 1)",
    )
    with Store.open(oldest) as store:
        assert store.rebuild() == 1, "only the version of the item was made up"
        suspended = store.item(1)
        assert suspended is not None
        assert (suspended.state.suspended, suspended.state.flagged, suspended.state.leech) == (True, False, False)
        store.append([Draft(EventKind.FLAGGED, moment(), 1)])
        flagged = store.item(1)
        assert flagged is not None
        assert flagged.state == suspended.state._replace(flagged=True)
    with pytest.raises(sqlite3.IntegrityError, match="item_leech_is_boolean"):
        raw(oldest, "update item set leech = 2")


def test_the_version_is_in_the_file_itself_when_a_migration_is_over(oldest: Path) -> None:
    migrate(oldest, 1.0)
    assert int.from_bytes(oldest.read_bytes()[60:64], "big") == VERSION


def test_a_migration_keeps_what_was_stored(used: Path, tmp_path: Path) -> None:
    body = "op.add_column('item', sa.Column('note', sa.Text, server_default=''))"
    migrate(used, 1.0, migrations=with_next_migration(tmp_path, body), target=NEXT)
    assert raw(used, "pragma user_version") == [(NEXT,)]
    assert raw(used, "select key, reps, note from item where id = 1") == [("c.one.a", 1, "")]


def test_a_migration_may_rebuild_a_table_that_others_refer_to(used: Path, tmp_path: Path) -> None:
    body = (
        "with op.batch_alter_table('item', recreate='always', table_kwargs={'sqlite_strict': True}) as table:\n"
        "    table.add_column(sa.Column('note', sa.Text))"
    )
    events = raw(used, "select * from event")
    migrate(used, 1.0, migrations=with_next_migration(tmp_path, body), target=NEXT)
    assert raw(used, "select count(note), count(*) from item") == [(0, 7)]
    assert raw(used, "select * from event") == events
    with pytest.raises(sqlite3.IntegrityError, match="item_known_phase"):
        raw(used, "update item set phase = 4")


def test_a_backup_is_made_before_each_migration(used: Path, tmp_path: Path) -> None:
    before = schema(used)
    migrate(used, 1.0, migrations=with_next_migration(tmp_path, "op.execute('drop table alias')"), target=NEXT)
    (backup,) = (used.parent / "backups").iterdir()
    assert schema(backup) == before != schema(used)
    assert raw(backup, "pragma user_version") == [(VERSION,)]
    assert raw(backup, "select reps from item where id = 1") == [(1,)]


def test_a_migration_runs_once(used: Path, tmp_path: Path) -> None:
    migrations = with_next_migration(tmp_path, "op.execute('create table once (id integer)')")
    for _ in range(2):
        migrate(used, 1.0, migrations=migrations, target=NEXT)
    assert len(list((used.parent / "backups").iterdir())) == 1


def test_a_migration_that_fails_changes_nothing(used: Path, tmp_path: Path) -> None:
    before, rows = schema(used), raw(used, "select * from item")
    body = "op.execute('drop table alias')\nop.execute('update item set reps = 99')\nraise RuntimeError('power cut')"
    with pytest.raises(RuntimeError, match="power cut"):
        migrate(used, 1.0, migrations=with_next_migration(tmp_path, body), target=NEXT)
    assert schema(used) == before
    assert raw(used, "select * from item") == rows
    assert raw(used, "pragma user_version") == [(VERSION,)]


def start(code: str, *words: Path | int) -> subprocess.Popen[str]:
    """Another process that runs this code, with these words after its name."""
    command = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_a_migration_that_is_killed_changes_nothing(used: Path, tmp_path: Path) -> None:
    before, rows = schema(used), raw(used, "select * from item")
    body = "op.execute('drop table alias')\nimport os\nos.kill(os.getpid(), 9)"
    code = (
        "import sys; from pathlib import Path; from quizterm.store.migration import migrate\n"
        "migrate(Path(sys.argv[1]), 1.0, migrations=Path(sys.argv[2]), target=int(sys.argv[3]))"
    )
    killed = start(code, used, with_next_migration(tmp_path, body), NEXT)
    assert (killed.communicate(timeout=60)[0], killed.returncode) == ("", -9)
    assert schema(used) == before
    assert raw(used, "select * from item") == rows
    with Store.open(used) as store:
        assert store.reviews_total() == 1


def test_two_quizterms_may_migrate_at_once(oldest: Path) -> None:
    migrate(oldest, 1.0, target=1)
    code = (
        "import sys; from pathlib import Path; from quizterm.store.store import Store\n"
        "Store.open(Path(sys.argv[1])).close()"
    )
    both = [start(code, oldest) for _ in range(2)]
    assert [(one.communicate(timeout=60)[0], one.returncode) for one in both] == [("", 0), ("", 0)]
    assert raw(oldest, "pragma user_version") == [(VERSION,)]


def test_a_migration_that_leaves_rows_referring_to_nothing_is_taken_back(used: Path, tmp_path: Path) -> None:
    migrations = with_next_migration(tmp_path, "op.execute('delete from lesson')")
    with pytest.raises(DatabaseDamagedError, match="refer to nothing"):
        migrate(used, 1.0, migrations=migrations, target=NEXT)
    assert raw(used, "select count(*) from lesson") == [(2,)]
    assert raw(used, "pragma user_version") == [(VERSION,)]
