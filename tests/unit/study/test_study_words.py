"""Spans and counts as both front ends write them."""

import pytest

from quizterm.study.words import clock_text, count_text, days_text, minutes_text


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "<1m"),
        (59_999, "<1m"),
        (60_000, "1m"),
        (330_000, "6m"),
        (600_000, "10m"),
        (3_600_000, "1h"),
        (7_500_000, "2h"),
    ],
)
def test_spans_under_a_day(milliseconds, text):
    assert minutes_text(milliseconds) == text


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (0, "today"),
        (1, "1d"),
        (30, "30d"),
        (31, "1mo"),
        (46, "1.5mo"),
        (364, "12mo"),
        (365, "1y"),
        (770, "2.1y"),
        (36_500, "100y"),
    ],
)
def test_spans_of_days(days, text):
    assert days_text(days) == text


def test_counts_agree_with_their_noun():
    assert [count_text(0, "card"), count_text(1, "card"), count_text(1200, "card")] == [
        "0 cards",
        "1 card",
        "1,200 cards",
    ]
    assert count_text(2, "is", "are") == "2 are"


def test_a_moment_is_shown_in_its_own_zone():
    assert clock_text(0, 330) == "05:30"
