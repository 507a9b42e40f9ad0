"""The clock and QUIZTERM_NOW."""

import time

import pytest

from quizterm.clock import NOW_VARIABLE, SystemClock, clock_from_environment
from quizterm.errors import SettingsError


def test_without_the_variable_it_is_the_machines_time(monkeypatch):
    monkeypatch.delenv(NOW_VARIABLE, raising=False)
    before = time.time_ns() // 1_000_000
    now = clock_from_environment().now_ms()
    assert before <= now <= time.time_ns() // 1_000_000


def test_the_variable_says_where_the_clock_starts_and_time_runs_on(monkeypatch):
    monkeypatch.setenv(NOW_VARIABLE, "2026-11-30T09:00:00+01:00")
    start_ms = 1_796_025_600_000  # date -d 2026-11-30T08:00:00Z +%s
    real = SystemClock()
    began = real.now_ms()
    clock = clock_from_environment()
    assert start_ms <= clock.now_ms() <= start_ms + (real.now_ms() - began)


@pytest.mark.parametrize("year", ["0001", "1800", "2249", "9999"])
def test_a_year_that_cannot_be_stored_is_one_clear_line(monkeypatch, year):
    for offset in ("-12:00", "+14:00"):
        monkeypatch.setenv(NOW_VARIABLE, f"{year}-12-31T23:59:59{offset}")
        with pytest.raises(SettingsError, match=f"{NOW_VARIABLE} is not between the years"):
            clock_from_environment()


def test_so_is_a_machine_that_lives_in_one(monkeypatch):
    monkeypatch.delenv(NOW_VARIABLE, raising=False)
    monkeypatch.setattr(time, "time_ns", lambda: 9_000_000_000 * 1_000_000_000)
    with pytest.raises(SettingsError, match="the machine's clock is not between the years"):
        clock_from_environment()


@pytest.mark.parametrize("year", [1900, 2249, 2400, 9999, 20_000])
def test_a_clock_that_is_set_to_one_later_on_is_refused_until_it_is_right_again(monkeypatch, year):
    monkeypatch.delenv(NOW_VARIABLE, raising=False)
    clock = clock_from_environment()
    with monkeypatch.context() as elsewhen:
        elsewhen.setattr(time, "time_ns", lambda: (year - 1970) * 31_556_952_000_000_000)
        with pytest.raises(SettingsError, match="the machine's clock is not between the years"):
            clock.now_ms()
    assert clock.now_ms() <= time.time_ns() // 1_000_000


def test_the_variable_stands_in_for_a_machine_that_lives_in_one(monkeypatch):
    monkeypatch.setattr(time, "time_ns", lambda: 20_000 * 31_556_952_000_000_000)
    monkeypatch.setenv(NOW_VARIABLE, "2026-11-30T09:00:00+01:00")
    assert clock_from_environment().now_ms() == 1_796_025_600_000


@pytest.mark.parametrize("value", ["tomorrow", "2026-11-30T09:00:00", "2026-13-01T00:00:00Z", " "])
def test_a_value_that_is_no_moment_is_one_clear_line(monkeypatch, value):
    monkeypatch.setenv(NOW_VARIABLE, value)
    with pytest.raises(SettingsError, match="write for example") as refused:
        clock_from_environment()
    assert "\n" not in str(refused.value)
