"""A day in words: what is understood, and what is told about the rest."""

import pytest

from quizterm.errors import UsageError
from quizterm.memory.days import date_of
from quizterm.study.day_words import FARTHEST, day_from

TODAY = 20_000


@pytest.mark.parametrize(
    ("text", "ahead"),
    [("today", 0), ("Tomorrow", 1), ("0d", 0), (" 3d ", 3), (f"{FARTHEST}d", FARTHEST), ("2024-10-04", 0)],
)
def test_days_that_are_understood(text: str, ahead: int) -> None:
    assert day_from(text, TODAY) == TODAY + ahead


def test_every_day_of_a_year_is_the_day_it_is_named_after() -> None:
    assert all(day_from(date_of(day).isoformat(), TODAY) == day for day in range(TODAY, TODAY + 366))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "-1d",
        "3",
        "3 days",
        "d",
        f"{FARTHEST + 1}d",
        "9999999d",
        "2024-10-03",
        "2025-02-29",
        "2025-13-01",
        "20250101",
        "9999-12-31",
        "２d",
        "2024-10-04T10:00",
    ],
)
def test_anything_else_is_told_with_what_to_write(text: str) -> None:
    with pytest.raises(UsageError, match="write today, tomorrow, 3d or 2024-10-07"):
        day_from(text, TODAY)


def test_a_day_beyond_reach_is_not_called_past() -> None:
    with pytest.raises(UsageError, match="'9999-12-31' is too far away"):
        day_from("9999-12-31", TODAY)
