"""Opening: a path becomes a database of the present version, or a clear refusal that leaves everything as it was."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from store_helpers import COURSE, moment, raw, review

from quizterm.errors import (
    DatabaseDamagedError,
    DatabaseForeignError,
    DatabaseTooNewError,
    DatabaseUnavailableError,
    StoreError,
)
from quizterm.store.schema import APPLICATION_ID, VERSION
from quizterm.store.store import Store

NOBODY = 65534
PAGE = 4096


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the locks of those who have a database open."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.name.endswith("-shm"))
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def refused(path: Path, kind: type[StoreError]) -> str:
    """The one line of the refusal, which left the folder byte for byte as it was."""
    before = contents(path.parent)
    with pytest.raises(kind) as refusal:
        Store.open(path).close()
    assert contents(path.parent) == before
    line = str(refusal.value)
    assert line.startswith(f"{path}: ")
    assert "\n" not in line
    return line


@pytest.fixture
def used(path: Path) -> Path:
    """A closed database with a few answers in it."""
    with Store.open(path) as store:
        store.sync(COURSE, "course")
        for item_id in (1, 2, 3):
            store.append([review(item_id, moment())])
    return path


# A new database


def test_first_opening_makes_folder_and_file_for_the_learner_alone(path: Path) -> None:
    Store.open(path).close()
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600
    assert names(path.parent) == [path.name]


def test_new_file_is_marked_and_versioned(path: Path) -> None:
    Store.open(path).close()
    assert raw(path, "pragma application_id") == [(APPLICATION_ID,)]
    assert raw(path, "pragma user_version") == [(VERSION,)]
    assert raw(path, "pragma journal_mode") == [("wal",)]
    assert raw(path, "pragma integrity_check") == [("ok",)]


def test_nobody_loses_an_answer_to_a_crash_of_the_machine(path: Path) -> None:
    with Store.open(path) as store:
        assert store._database.driver.execute("pragma synchronous").fetchone() == (2,)  # FULL
        assert store._database.driver.execute("pragma foreign_keys").fetchone() == (1,)
        assert store._database.driver.execute("pragma wal_autocheckpoint").fetchone() == (0,), "no answer waits for one"


def test_an_interrupted_first_opening_leaves_no_database(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quizterm.store.opening._build", interrupt)
    with pytest.raises(KeyboardInterrupt):
        Store.open(path)
    assert names(path.parent) == []


def test_a_file_system_without_hard_links_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path, _target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    Store.open(path).close()
    assert names(path.parent) == [path.name]
    assert raw(path, "pragma integrity_check") == [("ok",)]


def test_several_first_openings_at_once_share_one_database(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from quizterm.store.store import Store;"
        "sys.stdin.read(); Store.open(Path(sys.argv[1])).close()"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    errors = [run.communicate(timeout=60)[1] for run in runs]
    assert errors == [b""] * 4
    assert names(path.parent) == [path.name]
    assert len(raw(path, "select uuid from machine")) == 1


def test_what_was_stored_is_there_again(used: Path) -> None:
    with Store.open(used) as store:
        assert store.reviews_total() == 3
        assert store.content_fingerprint() == "course"


# Refusals


def test_an_empty_file_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert "is empty" in refused(path, DatabaseDamagedError)


@pytest.mark.parametrize("text", [b"\n", b"# notes\n" * 1000, bytes(range(256)) * 64], ids=["line", "notes", "bytes"])
def test_a_file_that_is_no_database_is_left_alone(path: Path, text: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(text)
    assert "is no database" in refused(path, DatabaseForeignError)


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_another_programs_database_is_left_alone(path: Path, journal: str) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"pragma journal_mode = {journal}")
        other.execute("create table note (text)")
        other.commit()
    assert "another program" in refused(path, DatabaseForeignError)


def test_another_programs_database_in_use_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("pragma journal_mode = wal")
        other.execute("create table note (text)")
        other.commit()
        assert "another program" in refused(path, DatabaseForeignError)


def test_a_newer_quizterms_database_is_left_alone(used: Path) -> None:
    with closing(sqlite3.connect(used)) as newer:
        newer.execute(f"pragma user_version = {VERSION + 1}")
    line = refused(used, DatabaseTooNewError)
    assert f"version {VERSION + 1}" in line
    assert "update quizterm" in line


def test_a_newer_version_counts_before_it_reaches_the_file_itself(used: Path) -> None:
    with closing(sqlite3.connect(used)) as newer:
        newer.execute("pragma wal_autocheckpoint = 0")
        newer.execute(f"pragma user_version = {VERSION + 1}")
        assert (VERSION + 1).to_bytes(4, "big") != used.read_bytes()[60:64]
        refused(used, DatabaseTooNewError)


@pytest.mark.parametrize("kept", [1, 50, 100, 512, PAGE, 2 * PAGE + 1, -PAGE, -1])
def test_a_truncated_database_is_left_alone(used: Path, kept: int) -> None:
    used.write_bytes(used.read_bytes()[:kept])
    line = refused(used, StoreError)
    assert "move it away" in line  # there is no backup


def test_every_overwritten_page_is_found_and_left_alone(used: Path) -> None:
    whole = used.read_bytes()
    for start in range(0, len(whole), PAGE):
        used.write_bytes(whole[:start] + b"\xa5" * PAGE + whole[start + PAGE :])
        before = contents(used.parent)
        with pytest.raises(StoreError, match=r"damaged|no database"), Store.open(used) as store:
            store.verify()
        assert contents(used.parent) == before, f"page {start // PAGE + 1}"


def test_a_refusal_names_the_newest_backup(used: Path) -> None:
    with Store.open(used) as store:
        store.backup(used.parent / "backups", 20_000)
        newest = store.backup(used.parent / "backups", 20_001)
    used.write_bytes(b"")
    assert str(newest) in refused(used, DatabaseDamagedError)


def test_sqlite_without_strict_tables_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))
    with pytest.raises(DatabaseUnavailableError, match=r"needs SQLite 3\.37\.0 or newer"):
        Store.open(path)
    assert not path.exists()


# What a learner can mend


def test_a_locked_database_says_so(used: Path) -> None:
    with closing(sqlite3.connect(used)) as other:
        other.execute("pragma locking_mode = exclusive")
        other.execute("update meta set value = value")
        with pytest.raises(DatabaseUnavailableError, match="locked"):
            Store.open(used, patience=0.01)


def test_an_answer_waits_for_another_writer_only_so_long(used: Path) -> None:
    with Store.open(used, patience=0.01) as store, closing(sqlite3.connect(used)) as other:
        other.execute("begin immediate")
        with pytest.raises(DatabaseUnavailableError, match="locked"):
            store.append([review(1, moment())])
        other.execute("rollback")
        assert store.reviews_total() == 3
        store.append([review(1, moment())])
        assert store.reviews_total() == 4


def test_a_full_disk_loses_only_the_answer_that_found_it_full(used: Path) -> None:
    with Store.open(used) as store:
        driver = store._database.driver
        (pages,) = driver.execute("pragma page_count").fetchone()
        driver.execute(f"pragma max_page_count = {pages}")
        given = 0

        def answer_on_and_on() -> None:
            nonlocal given
            while given < 1000:
                store.append([review(1, moment())])
                given += 1

        with pytest.raises(DatabaseUnavailableError, match="disk is full"):
            answer_on_and_on()
        assert store.reviews_total() == 3 + given
        driver.execute(f"pragma max_page_count = {pages + 100}")
        store.append([review(1, moment())])
        assert store.reviews_total() == 4 + given
        assert store.rebuild() == 0


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """A folder which the running user may read but not write: root, whom nothing stops, becomes somebody else."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Store.open(folder / "quizterm.sqlite").close()
        (folder / "quizterm.sqlite").chmod(0o444)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(NOBODY)
        yield folder
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.mark.parametrize("name", ["quizterm.sqlite", "new.sqlite", "folder/new.sqlite"])
@pytest.mark.skipif(os.name != "posix", reason="folders are protected otherwise here")
def test_a_read_only_folder_says_so(as_nobody: Path, name: str) -> None:
    path = as_nobody / name
    with pytest.raises(DatabaseUnavailableError) as refusal:
        Store.open(path).close()
    assert str(refusal.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    "spoil",
    [lambda path: path.mkdir(parents=True), lambda path: path.parent.write_text("a file")],
    ids=["a folder in its place", "a file for a folder"],
)
def test_a_path_that_can_be_no_file_says_so(path: Path, spoil: Callable[[Path], None]) -> None:
    spoil(path)
    with pytest.raises(DatabaseUnavailableError) as refusal:
        Store.open(path)
    assert str(refusal.value).startswith(f"{path}: ")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_regular_file_is_left_alone(path: Path, make: Callable[[Path], None]) -> None:
    path.parent.mkdir()
    make(path)
    with pytest.raises(DatabaseUnavailableError, match="is no regular file"):
        Store.open(path)


@pytest.mark.parametrize("table", ["meta", "alias", "event"])
def test_a_database_that_lost_a_table_is_left_alone(used: Path, table: str) -> None:
    raw(used, f"drop table {table}")
    assert f"has lost its table {table}" in refused(used, DatabaseDamagedError)


def test_a_text_that_is_none_is_damage(used: Path) -> None:
    with closing(sqlite3.connect(used)) as other, other:
        other.execute("update meta set value = cast(x'97' as text) where key = 'machine'")
    assert "is damaged" in refused(used, DatabaseDamagedError)


# While open


def _remove(path: Path) -> None:
    path.unlink()


def _replace(path: Path) -> None:
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def _move_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


@pytest.mark.parametrize("spoil", [_remove, _replace, _move_the_folder])
def test_an_answer_is_not_written_where_nobody_would_find_it(used: Path, spoil: Callable[[Path], None]) -> None:
    with Store.open(used) as store:
        spoil(used)
        for write in (lambda: store.append([review(1, moment())]), lambda: store.undo(moment()), store.rebuild):
            with pytest.raises(DatabaseUnavailableError, match="was moved or replaced meanwhile"):
                write()
        assert store.reviews_total() == 3


@pytest.mark.parametrize("endings", [["-wal"], ["-shm"], ["-wal", "-shm"]], ids="-".join)
def test_a_deleted_write_ahead_log_costs_no_answer(used: Path, endings: list[str]) -> None:
    with Store.open(used) as store:
        store.append([review(1, moment())])  # is in the write-ahead log alone
        for ending in endings:
            Path(f"{used}{ending}").unlink()
        with pytest.raises(DatabaseUnavailableError, match="was moved or replaced meanwhile"):
            store.append([review(1, moment())])
    with Store.open(used) as again:
        assert again.reviews_total() == 4
        assert again.rebuild() == 0


def test_no_database_is_made_beside_the_log_of_one_that_was_moved_away(used: Path) -> None:
    with Store.open(used) as store:
        store.append([review(1, moment())])  # is in the write-ahead log alone
        moved = used.rename(used.with_name("moved.sqlite"))
        assert f"{used.name}-wal" in refused(used, DatabaseUnavailableError)
        moved.rename(used)
    with Store.open(used) as again:
        assert again.reviews_total() == 4


def test_a_link_to_the_database_is_followed(used: Path) -> None:
    real = used.rename(used.with_name("real.sqlite"))
    used.symlink_to(real.name)
    with Store.open(used) as store:
        store.append([review(1, moment())])
        assert store.reviews_total() == 4
