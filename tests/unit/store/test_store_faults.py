"""What the world does to the database's files while it is used: each is one clear line, and loses nothing."""

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile

import pytest
from store_helpers import DAY, moment, raw, review

from quizterm.errors import DatabaseDamagedError, DatabaseUnavailableError
from quizterm.store.restoring import restore
from quizterm.store.store import Store

NOW_MS = 1_796_025_600_000
NOBODY = 65534


@contextmanager
def disk_full_at(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes meanwhile: the system refuses the write, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.rglob("*")}


def one_line(error: pytest.ExceptionInfo[DatabaseUnavailableError], path: Path) -> bool:
    line = str(error.value)
    return line.startswith(f"{path}") and "\n" not in line and "disk" in line


# A full disk


def test_a_fault_that_ends_a_snapshot_is_told_itself(store: Store) -> None:
    database = store._database

    def read_from_a_failing_disk() -> None:
        with database.reading():
            database.driver.execute("rollback")  # as SQLite does by itself on some faults
            raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        read_from_a_failing_disk()


def test_a_database_that_has_no_room_is_not_made(path: Path) -> None:
    with disk_full_at(10_000), pytest.raises(DatabaseUnavailableError) as refusal:
        Store.open(path)
    assert one_line(refusal, path)
    assert names(path.parent) == set()
    Store.open(path).close()


def test_a_disk_without_room_is_called_full_whatever_sqlite_calls_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with disk_full_at(1), pytest.raises(DatabaseUnavailableError, match="the disk fails"):
        store.append([review(1, moment())])
    monkeypatch.setattr("shutil.disk_usage", lambda _: Namespace(free=4096))
    with disk_full_at(1), pytest.raises(DatabaseUnavailableError, match="the disk is full"):
        store.append([review(1, moment())])
    store.append([review(1, moment())])
    assert store.reviews_total() == 1


def test_a_full_disk_costs_the_answers_it_had_no_room_for_and_no_other(store: Store, path: Path) -> None:
    given = 0

    def answer_on_and_on() -> None:
        nonlocal given
        while given < 1000:
            store.append([review(1, moment())])
            given += 1

    room = Path(f"{path}-wal").stat().st_size + 100_000
    with disk_full_at(room), pytest.raises(DatabaseUnavailableError) as refusal:
        answer_on_and_on()
    assert one_line(refusal, path)
    assert given > 1
    store.append([review(2, moment())])
    assert store.reviews_total() == given + 1
    assert store.rebuild() == 0
    store.close()
    with Store.open(path) as again:
        assert again.reviews_total() == given + 1


def test_a_checkpoint_that_has_no_room_leaves_all_in_the_log(store: Store, path: Path) -> None:
    store.checkpoint()
    for _ in range(150):
        store.append([review(1, moment())])
    with disk_full_at(path.stat().st_size), pytest.raises(DatabaseUnavailableError) as refusal:
        store.checkpoint()
    assert one_line(refusal, path)
    assert store.reviews_total() == 150
    store.append([review(1, moment())])
    store.checkpoint()
    store.close()
    assert raw(path, "select count(*) from event") == [(151,)]


def test_a_backup_that_has_no_room_leaves_the_older_ones(store: Store, path: Path) -> None:
    folder = path.parent / "backups"
    made = store.backup(folder, moment().day)
    assert made is not None
    before = made.read_bytes()
    store.append([review(1, moment())])
    with disk_full_at(20_000), pytest.raises(DatabaseUnavailableError) as refusal:
        store.backup(folder, moment().day + 1)
    assert one_line(refusal, folder)
    assert names(folder) == {made.name}
    assert made.read_bytes() == before


def test_a_restore_that_has_no_room_changes_nothing(store: Store, path: Path) -> None:
    made = store.backup(path.parent / "backups", moment().day)
    assert made is not None
    store.append([review(1, moment())])
    before = names(path.parent)
    with disk_full_at(50_000), pytest.raises(DatabaseUnavailableError) as refusal:
        restore(path, made, NOW_MS)
    assert one_line(refusal, path)
    assert names(path.parent) == before
    assert store.reviews_total() == 1


# Files that somebody else has their hands on


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root, whom no permission stops, becomes somebody else."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A path in a folder that everybody may write to."""
    folder = tmp_path_factory.mktemp("shared")
    folder.chmod(0o777)
    for above in folder.parents:
        if above.stat().st_uid != os.geteuid() or above == Path(tempfile.gettempdir()):
            break
        above.chmod(0o711)  # to be gone through
    return folder / "quizterm.sqlite"


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
def test_what_cannot_be_written_can_be_read_and_says_so(store: Store, shared: Path, ending: str) -> None:
    """As when one answered as another user, who was killed."""
    store.append([review(1, moment())])
    for part in ("", "-wal", "-shm"):
        copyfile(f"{store.path}{part}", f"{shared}{part}")
        Path(f"{shared}{part}").chmod(0o444 if part == ending else 0o666)
    with as_nobody(), Store.open(shared) as reader:
        with pytest.raises(DatabaseUnavailableError, match="make the file and its folder writable"):
            reader.append([review(1, moment())])
        assert reader.reviews_total() == 1
    Path(f"{shared}{ending}").chmod(0o666)
    with as_nobody(), Store.open(shared) as writer:
        writer.append([review(1, moment())])
        assert writer.reviews_total() == 2


def test_a_backup_on_a_medium_that_cannot_be_written_will_do(store: Store, shared: Path) -> None:
    medium = shared.parent / "medium"
    made = store.backup(medium, moment().day)
    assert made is not None
    made.chmod(0o444)
    medium.chmod(0o555)
    with as_nobody():
        restore(shared, made, NOW_MS)
    assert names(medium) == {made.name}
    with as_nobody(), Store.open(shared) as restored:
        restored.append([review(1, moment())])


def test_a_restore_into_a_folder_of_somebody_elses_says_so(store: Store, path: Path, shared: Path) -> None:
    made = store.backup(shared.parent, moment().day)
    assert made is not None
    made.chmod(0o444)
    path.parent.chmod(0)
    with as_nobody(), pytest.raises(DatabaseUnavailableError, match="Permission denied"):
        restore(path, made, NOW_MS)
    path.parent.chmod(0o700)
    assert store.reviews_total() == 0


def test_a_link_that_leads_nowhere_says_so_and_makes_nothing(path: Path) -> None:
    """The drive it leads to may be missing at the moment."""
    path.parent.mkdir()
    path.symlink_to(path.parent / "drive" / "quizterm.sqlite")
    with pytest.raises(DatabaseUnavailableError, match="leads nowhere"):
        Store.open(path)
    assert names(path.parent) == {path.name}


def test_a_lock_of_another_process_is_named_and_outlived(store: Store, path: Path) -> None:
    program = (
        "import sqlite3, sys; other = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "other.execute('begin immediate'); print('locked', flush=True); sys.stdin.read()"
    )
    words = [sys.executable, "-c", program, str(path)]
    with Store.open(path, patience=0.01) as impatient:
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "locked\n"
            for write in (lambda: impatient.append([review(1, moment())]), lambda: impatient.undo(moment())):
                with pytest.raises(DatabaseUnavailableError, match="another program keeps it locked"):
                    write()
            assert impatient.counts(moment()).new.cards == 5
            other.communicate(timeout=60)
        impatient.append([review(1, moment())])
        assert impatient.reviews_total() == 1


def test_a_lock_that_was_waited_for_in_vain_is_waited_for_briefly_until_it_is_gone(store: Store, path: Path) -> None:
    def waited(one: Store) -> int:
        return int(one._database.driver.execute("pragma busy_timeout").fetchone()[0])

    with Store.open(path, patience=0.3) as one, closing(sqlite3.connect(path, isolation_level=None)) as other:
        for attempt in ("first", "second"):
            assert waited(one) == (300 if attempt == "first" else 100)
            other.execute("begin immediate")
            with pytest.raises(DatabaseUnavailableError, match="locked; close that one and try again"):
                one.append([review(1, moment())])
            other.execute("rollback")
        assert one.reviews_total() == 0, "reading tells nothing of a lock that keeps others from writing"
        assert waited(one) == 100
        one.append([review(1, moment())])
        assert waited(one) == 300
    with Store.open(path) as usual:
        assert waited(usual) == 5_000


def test_a_lock_that_keeps_another_thread_from_looking_for_damage_is_named_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object, **__: object) -> None:
        fault = sqlite3.OperationalError("database is locked")
        fault.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise fault

    monkeypatch.setattr("quizterm.store.backups.verify", locked)
    with ThreadPoolExecutor() as pool, pytest.raises(DatabaseUnavailableError, match="locked; close that one"):
        pool.submit(store.verify).result()


# A write-ahead log that does not belong there


def test_without_its_log_a_database_is_as_of_its_last_checkpoint(store: Store, path: Path) -> None:
    store.append([review(1, moment())])
    store.checkpoint()
    store.append([review(1, moment())])
    copied = path.with_name("copied.sqlite")
    copyfile(path, copied)
    with Store.open(copied) as older:
        older.verify()
        assert older.rebuild() == 0
        assert older.reviews_total() == 1


def test_a_log_of_another_day_is_noticed(store: Store, path: Path) -> None:
    for _ in range(80):
        store.append([review(1, moment())])
    store.checkpoint()
    copied = path.with_name("copied.sqlite")
    copyfile(path, copied)
    for _ in range(80):
        store.append([review(2, moment())])
    store.checkpoint()
    store.append([review(3, moment())])
    store.append([review(3, moment())])
    copyfile(f"{path}-wal", f"{copied}-wal")
    with Store.open(copied) as mixed, pytest.raises(DatabaseDamagedError):
        mixed.verify()


# The clock


@pytest.mark.parametrize("days", [1, 3, 400, 20 * 365])
def test_a_clock_that_is_set_back_keeps_order_and_schedule(store: Store, path: Path, days: int) -> None:
    now, then = moment(), moment(moment().at - days * DAY)
    store.append([review(1, now, days=30)])
    store.append([review(1, then, days=2)])
    store.append([review(2, then, days=0)])
    ids = [event_id for (event_id,) in raw(path, "select id from event order by rowid")]
    assert ids == sorted(ids)
    assert store.rebuild() == 0
    item = store.item(1)
    assert item is not None
    assert item.state.due_day == then.day + 2
    assert item.state.stability is not None
    assert store.counts(then).due.cards == 1
    assert store.counts(now).due.cards == 1 + (then.day + 2 <= now.day)
    assert store.answered_today(then.day).answers.cards == 2
    for left in (2, 1, 0):
        assert store.undo(then) is not None
        assert store.reviews_total() == left
    assert store.rebuild() == 0
