"""Opening quizterm: what the learner's machine may have wrong."""

import time

import pytest

from quizterm.errors import SettingsError
from quizterm.study.session import open_study


@pytest.mark.parametrize("zone", ["FAR-25:00", "FAR+24", "NEAR-1FAR-24:30,M3.5.0,M10.5.0"])
def test_a_zone_a_day_away_is_one_clear_line(zone, course_folder, clock, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    with pytest.raises(SettingsError, match="is no time zone"):
        open_study(clock=clock)
