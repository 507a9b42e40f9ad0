"""Opening quizterm: what the learner's machine may have wrong."""

import resource
import time

import pytest

from quizterm.errors import DatabaseUnavailableError, SettingsError
from quizterm.memory.item import Rating
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study


@pytest.mark.parametrize("zone", ["FAR-25:00", "FAR+24", "NEAR-1FAR-24:30,M3.5.0,M10.5.0"])
def test_a_zone_a_day_away_is_one_clear_line(zone, course_folder, clock, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    with pytest.raises(SettingsError, match="is no time zone"):
        open_study(clock=clock)


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
