"""Going back to a backup, and logs between machines: what is asked and what is said."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.memory.item import Rating
from quizterm.store.schema import RANDOM_BITS
from quizterm.study.review import Review
from quizterm.study.safekeeping import back_up
from quizterm.study.session import Study, open_study
from tests.support.said import Said


def spoil(page_of: str) -> None:
    with closing(sqlite3.connect(paths.database_file())) as driver:
        ((page,),) = driver.execute("select rootpage from sqlite_schema where name = ?", (page_of,)).fetchall()
    with paths.database_file().open("r+b") as stream:
        stream.seek((page - 1) * 4096)
        stream.write(b"\xa5" * 4096)


def nothing() -> None:
    pass


def a_text() -> None:
    paths.database_file().write_text("notes")


@pytest.mark.parametrize(
    ("answers", "harm", "told"),
    [
        (2, nothing, None),
        (2, lambda: spoil("item_scheduled"), "What you did since could still be read and is there too (2 events)."),
        (0, lambda: spoil("item_scheduled"), "Nothing was done since it was made."),
        (2, a_text, "What you did since could not be taken over: not all of it can be read."),
    ],
    ids=["sound", "an index", "nothing since", "a text"],
)
def test_what_was_done_since_the_backup_is_told(
    call: Callable[..., Said], answers: int, harm: Callable[[], None], told: str | None
) -> None:
    with open_study() as study:
        backup: Path = back_up(study)
        review = Review(study)
        for _ in range(answers):
            review.answer(Rating.GOOD, 1_000)
    harm()
    code, out, err = call("restore", str(backup), "--yes")
    first, *between, last = out.splitlines()
    assert (code, err, first) == (0, "", f"Restored {backup}.")
    assert between == ([] if told is None else [told])
    assert last.startswith("What was there before is kept as ")


def test_what_was_lost_since_the_backup_is_told_one_by_one(call: Callable[..., Said]) -> None:
    with open_study() as study:
        backup: Path = back_up(study)
        review = Review(study)
        for _ in range(3):
            review.answer(Rating.GOOD, 1_000)
    with closing(sqlite3.connect(paths.database_file())) as driver, driver:
        driver.execute("pragma ignore_check_constraints = on")
        driver.execute("drop trigger event_no_update")
        (second,) = driver.execute("select id from event order by id limit 1 offset 1").fetchone()
        driver.execute("update event set duration = -1 where id = ?", (second,))
        when = f"{datetime.fromtimestamp((second >> RANDOM_BITS) / 1000).astimezone():%Y-%m-%d %H:%M:%S}"
    said = call("restore", str(backup), "--yes")
    _, number, lost, _ = said.out.splitlines()
    assert number == "Of what you did since, 2 events could be taken over, 1 could not:"
    assert re.fullmatch(rf"  {when}  reviewed \S+: the event makes no sense \(CHECK constraint failed: .*\)", lost)
    assert open_study().store.reviews_total() == 2


def test_where_the_log_itself_is_broken_more_may_be_lost_than_is_known(call: Callable[..., Said]) -> None:
    with open_study() as study:
        backup: Path = back_up(study)
        Review(study).answer(Rating.GOOD, 1_000)
    spoil("event")
    _, number, lost, more, _ = call("restore", str(backup), "--yes").out.splitlines()
    assert number == "Of what you did since, 0 events could be taken over, 1 could not:"
    assert lost.endswith("  an event: it cannot be read (database disk image is malformed)")
    assert more == "There may have been more: not all of it can be read."


def test_unasked_nothing_is_restored(study: Study, call: Callable[..., Said]) -> None:
    backup = back_up(study)
    Review(study).answer(Rating.GOOD, 1_000)
    said = call("restore", str(backup))
    assert (said.code, said.out) == (2, "")
    assert said.err == "quizterm: nothing was restored; say yes when asked, or add --yes\n"
    assert study.store.reviews_total() == 1
    assert str(backup) in call("restore").out, "without a name they are listed"


def test_a_log_says_how_much_went_out_and_came_in(study: Study, tmp_path: Path, call: Callable[..., Said]) -> None:
    Review(study).answer(Rating.GOOD, 1_000)
    log = tmp_path / "log"
    assert call("export", "--log", str(log)).out == f"{log}: {len(log.read_text().splitlines())} lines\n"
    study.store.undo(study.now())
    assert call("import", "--log", str(log)).out == "0 new events merged; your schedule is up to date\n"
    paths.database_file().unlink()
    for beside in ("-wal", "-shm"):
        Path(f"{paths.database_file()}{beside}").unlink()
    assert call("import", "--log", str(log)).out == "1 new event merged; your schedule is up to date\n"
