"""A backup each study day, and none of a damaged database."""

import sqlite3

import pytest

from quizterm import paths
from quizterm.errors import DatabaseDamagedError
from quizterm.memory.item import Rating
from quizterm.study.review import Review
from quizterm.study.upkeep import keep_safe


def backups():
    return sorted((paths.data_folder() / "backups").glob("*.sqlite"))


def test_a_backup_a_study_day(study, clock):
    for _ in range(2):
        keep_safe(study)
    clock.move(days=1)
    keep_safe(study)
    names = [file.name for file in backups()]
    assert names == ["quizterm-2026-03-10.sqlite", "quizterm-2026-03-11.sqlite"]


def test_a_backup_holds_every_answer(study):
    Review(study).answer(Rating.GOOD, 1000)
    keep_safe(study)
    [file] = backups()
    with sqlite3.connect(file) as copy:
        assert copy.execute("select count(*) from event where kind = 'reviewed'").fetchone() == (1,)
    copy.close()


@pytest.mark.parametrize("is_backed_up", [False, True])
def test_a_damaged_database_is_named_and_not_backed_up(reopen, is_backed_up):
    study = reopen()
    Review(study).answer(Rating.GOOD, 1000)
    study.close()
    file = paths.database_file()
    data = bytearray(file.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    study = reopen()
    study.idle()
    if is_backed_up:  # at an earlier start of the day
        keep_safe(study)
    with file.open("r+b") as stream:  # behind the open connection's back
        stream.write(data)
    with pytest.raises(DatabaseDamagedError, match=r"quizterm\.sqlite"):
        keep_safe(study)
    assert len(backups()) == is_backed_up
