"""Going back to a backup: exactly, where that is what is wanted; with all that can be saved, where damage forces it."""

import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quizterm import paths
from quizterm.errors import DatabaseDamagedError, UsageError
from quizterm.memory.item import Rating
from quizterm.store.salvage import Salvaged
from quizterm.study.review import Review
from quizterm.study.safekeeping import back_up, export_log, import_log, newest_sound_backup, restore
from quizterm.study.session import Study


def answer(study: Study, times: int) -> None:
    review = Review(study)
    for _ in range(times):
        review.answer(Rating.GOOD, 1000)


def spoil_the_index() -> None:
    with closing(sqlite3.connect(paths.database_file())) as driver:
        ((page,),) = driver.execute("select rootpage from sqlite_schema where name = 'item_scheduled'").fetchall()
    with paths.database_file().open("r+b") as stream:
        stream.seek((page - 1) * 4096)
        stream.write(b"\xa5" * 4096)


def test_from_a_sound_database_nothing_is_taken_over(reopen: Callable[[], Study], clock: Any) -> None:
    study = reopen()
    answer(study, 1)
    backup = back_up(study)
    answer(study, 2)
    study.close()
    aside, saved = restore(backup, clock)
    assert saved is None
    assert aside is not None
    assert reopen().store.reviews_total() == 1


def test_from_a_damaged_one_all_that_was_done_since(reopen: Callable[[], Study], clock: Any) -> None:
    study = reopen()
    answer(study, 1)
    backup = back_up(study)
    clock.move(minutes=5)
    answer(study, 2)
    study.close()
    spoil_the_index()
    assert newest_sound_backup() is not None
    aside, saved = restore(backup, clock)
    assert saved == Salvaged(2)
    assert aside is not None
    study = reopen()
    assert study.store.reviews_total() == 3
    study.store.verify()


def test_a_backup_takes_the_place_of_no_file_and_is_made_of_no_damaged_database(
    reopen: Callable[[], Study], tmp_path: Path
) -> None:
    study = reopen()
    file = back_up(study, tmp_path / "copy.sqlite")
    before = file.read_bytes()
    with pytest.raises(UsageError, match="there is such a file already; name another one"):
        back_up(study, file)
    assert file.read_bytes() == before
    answer(study, 1)
    with closing(sqlite3.connect(paths.database_file())) as driver, driver:
        driver.execute("update item set last_event = 0")  # SQLite finds nothing wrong with that
    with pytest.raises(DatabaseDamagedError):
        back_up(study, tmp_path / "other.sqlite")
    assert not (tmp_path / "other.sqlite").exists()


@pytest.mark.parametrize("is_newer", [False, True])
def test_what_is_no_database_any_more_holds_nothing_to_take_over_and_a_newer_one_is_gone_back_from(
    reopen: Callable[[], Study], clock: Any, is_newer: bool
) -> None:
    study = reopen()
    answer(study, 1)
    backup = back_up(study)
    study.close()
    if is_newer:
        with closing(sqlite3.connect(paths.database_file())) as driver:
            driver.execute("pragma user_version = 1000")
    else:
        paths.database_file().write_bytes(b"no database")
    saved = restore(backup, clock).saved
    if is_newer:
        assert saved is None
    else:
        assert saved is not None
        assert saved.problem is not None


def test_where_there_was_no_database_there_is_nothing_to_save(
    reopen: Callable[[], Study], clock: Any, tmp_path: Path
) -> None:
    study = reopen()
    answer(study, 1)
    backup = back_up(study, tmp_path / "copy.sqlite")
    study.close()
    paths.database_file().unlink()
    assert restore(backup, clock) == (None, None)
    assert reopen().store.reviews_total() == 1


def test_an_export_that_fails_leaves_no_part_of_a_log(study: Study, tmp_path: Path, monkeypatch: Any) -> None:
    def lines() -> Iterator[str]:
        yield '{"quizterm-log": 1}'
        raise OSError(errno.ENOSPC, "the disk is full")

    answer(study, 1)
    file = tmp_path / "log"
    with monkeypatch.context() as patched:
        patched.setattr(study.store, "export", lines)
        with pytest.raises(OSError, match="the disk is full"):
            export_log(study, file)
    assert export_log(study, file) == len(file.read_text().splitlines()) > 1
    with pytest.raises(UsageError, match="there is such a file already"):
        export_log(study, file)


def test_a_log_goes_out_and_comes_in_again_through_a_file_or_a_pipe(study: Study, tmp_path: Path) -> None:
    review = Review(study)
    review.answer(Rating.GOOD, 1_000)
    log = tmp_path / "learner.log"
    lines = export_log(study, log)
    assert lines == len(log.read_text().splitlines())
    assert import_log(study, log) == 0, "nothing is new"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(log.read_bytes()))
    writer.start()
    assert import_log(study, pipe) == 0
    writer.join()


@pytest.mark.parametrize(
    ("place", "problem"),
    [("/dev/zero", "line 1 is too long for a log"), ("/", "is a folder"), ("/nowhere", "no such file")],
)
def test_what_is_no_log_is_refused_in_one_line(place: str, problem: str, study: Study) -> None:
    with pytest.raises(UsageError, match=problem):
        import_log(study, Path(place))
