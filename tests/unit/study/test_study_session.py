"""Opening quizterm: what the learner's machine may have wrong."""

import resource
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from quizterm.errors import DatabaseUnavailableError, SettingsError
from quizterm.memory.item import Rating
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study, sync_content


@pytest.mark.parametrize("zone", ["FAR-25:00", "FAR+24", "NEAR-1FAR-24:30,M3.5.0,M10.5.0"])
def test_a_zone_a_day_away_is_one_clear_line(zone, course_folder, clock, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    with pytest.raises(SettingsError, match="is no time zone"):
        open_study(clock=clock)


def test_what_did_not_change_is_not_told_to_the_store_again(study: Study, course_folder: Path) -> None:
    assert sync_content(study) is None
    lesson = course_folder / "01-first.md"
    lesson.write_text(lesson.read_text().replace("card a5 ", "card a6 "))
    with open_study(clock=study.clock) as changed:
        assert changed.store.item_by_key("small.first.a6") is not None


def test_while_the_learner_reads_answers_go_from_the_log_to_the_database(study: Study, tmp_path: Path) -> None:
    Review(study).answer(Rating.GOOD, 1000)

    def in_the_file_alone() -> int:
        copy = shutil.copyfile(study.store.path, tmp_path / "copy.sqlite")
        with closing(sqlite3.connect(copy)) as driver:
            return driver.execute("select count(*) from event").fetchone()[0]

    assert in_the_file_alone() == 0
    study.idle()
    assert in_the_file_alone() == 1


def test_a_disk_that_fills_up_while_the_learner_reads_ends_nothing_and_costs_nothing(study: Study) -> None:
    review = Review(study)
    for _ in range(5):
        review.answer(Rating.GOOD, 1000)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        with pytest.raises(DatabaseUnavailableError):
            study.store.checkpoint()
        study.idle()
        assert study.store.reviews_total() == 5
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    study.idle()
    study.store.verify()
