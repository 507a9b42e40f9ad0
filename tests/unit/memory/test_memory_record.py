"""What reviews amount to, against the plainest way to count them."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from quizterm.memory.days import date_of
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, Memory
from quizterm.memory.item import Rating
from quizterm.memory.record import Answer, Share, answers, streak
from quizterm.memory.tally import Tally

MEMORY = Memory(DEFAULT_WEIGHTS)
Row = tuple[int, int, int, int, int, int, int]


def random_rows(seed: int) -> list[Row]:
    """Card, lesson, rating, study day, milliseconds, whether a step began, whether it was placed; by card and time."""
    draw = Random(seed)
    rows = []
    for card in range(1, 40):
        day = 20_000 + draw.randrange(60)
        for _ in range(draw.randrange(12)):
            rating, steps = draw.choice([1, 2, 3, 3, 3, 4]), draw.random() < 0.3
            rows.append(
                (card, card % 5, rating, day, draw.choice([-1, 250, 4_000, 90_000]), int(steps), int(card % 7 == 0))
            )
            day += draw.choice([0, 0, 1, 3, 25])
    return rows


def counted(rows: list[Row]) -> list[tuple[Row, int]]:
    """The rows that test memory, with the days since the one before, looked for pair by pair."""
    return [
        (row, row[3] - before[3])
        for before, row in pairwise(rows)
        if before[0] == row[0] and row[3] > before[3] and not before[5]
    ]


@pytest.mark.parametrize("seed", range(5))
def test_true_retention_is_that_of_a_plain_count(seed: int) -> None:
    rows = random_rows(seed)
    recalled = [row[2] > 1 for row, _ in counted(rows)]
    tally = Tally(answers(rows, MEMORY))
    assert tally.true_retention == Share(sum(recalled), len(recalled))
    lessons = Counter(row[1] for row, _ in counted(rows) if row[2] > 1)
    assert {lesson: tally.of_lesson(lesson).recalled for lesson in range(5)} == {n: lessons[n] for n in range(5)}
    assert sum(tally.of_lesson(lesson).of for lesson in range(5)) == len(recalled)
    months = Counter(date_of(row[3]).strftime("%Y-%m") for row, _ in counted(rows))
    assert {month: share.of for month, share in tally.by_month().items()} == months
    assert list(tally.by_month()) == sorted(months)


@pytest.mark.parametrize("seed", range(5))
def test_every_answer_is_under_one_button(seed: int) -> None:
    rows = random_rows(seed)
    tested = {id(row): elapsed for row, elapsed in counted(rows)}
    expected = Counter(
        ("learning" if id(row) not in tested else "mature" if tested[id(row)] >= 21 else "young", Rating(row[2]).name)
        for row in rows
    )
    found = Tally(answers(rows, MEMORY)).buttons()
    assert {(stage, name.upper()): n for stage, names in found.items() for name, n in names.items() if n} == expected


@pytest.mark.parametrize("seed", range(5))
def test_predictions_stand_in_their_tenths_and_none_is_lost(seed: int) -> None:
    rows = random_rows(seed)
    given = list(answers(rows, MEMORY))
    bins = Tally(given).calibration()
    tested = [answer for answer, row in zip(given, rows, strict=True) if answer.tests_memory and not row[6]]
    assert sum(one.answers for one in bins) == len(tested)
    for one in bins:
        inside = [answer for answer in tested if one.low <= (answer.predicted or 0) < one.high]
        assert one.answers == len(inside)
        assert one.predicted == pytest.approx(sum(answer.predicted or 0 for answer in inside) / len(inside))
        assert one.recalled == pytest.approx(sum(answer.rating > 1 for answer in inside) / len(inside))


def test_a_prediction_is_the_models_for_the_days_gone_by() -> None:
    rows = [(1, 1, 3, 100, 4_000, 0, 0), (1, 1, 3, 107, 4_000, 0, 0), (1, 1, 1, 107, 4_000, 1, 0)]
    first, second, third = answers(rows, MEMORY)
    assert first == Answer(1, Rating.GOOD, 100, 4_000, None, False, None)
    stability, difficulty = MEMORY.first(3)
    chance = MEMORY.retrievability(stability, 7)
    assert second.predicted == pytest.approx(chance)
    stability, _ = MEMORY.next(stability, difficulty, chance, MEMORY.grades[2], False)
    assert third.predicted == pytest.approx(MEMORY.retrievability(stability, 0))
    assert (second.tests_memory, third.tests_memory) == (True, False), "the second answer of a day is practice"


def test_an_interruption_counts_as_a_minute_and_an_unknown_time_as_nothing() -> None:
    rows = [(1, 1, 3, 1, 30_000, 0, 0), (2, 2, 3, 1, 3_600_000, 0, 0), (3, 3, 3, 1, -1, 0, 0)]
    assert Tally(answers(rows, MEMORY)).minutes == pytest.approx(1.5)


def test_the_heatmap_has_a_number_for_each_day_and_the_streak_ends_today_or_yesterday() -> None:
    rows = [(1, 1, 3, day, 1_000, 0, 0) for day in (10, 12, 12, 13)]
    tally = Tally(answers(rows, MEMORY))
    assert tally.first_day == 10
    assert Tally([]).first_day is None
    assert tally.a_day(9, 14) == [0, 1, 0, 2, 1, 0]
    assert streak([0, 1, 0, 2, 1, 0]) == streak([0, 1, 0, 2, 1]) == 2
    assert streak([1, 0, 0]) == streak([]) == 0


@pytest.mark.parametrize("seed", range(3))
def test_minutes_of_the_days_are_those_of_all_answers_shared_out(seed: int) -> None:
    rows = random_rows(seed)
    tally = Tally(answers(rows, MEMORY))
    first, last = min(row[3] for row in rows), max(row[3] for row in rows)
    days = tally.minutes_a_day(first, last)
    plain = [
        sum(min(max(row[4], 0), 60_000) for row in rows if row[3] == day) / 60_000 for day in range(first, last + 1)
    ]
    assert days == pytest.approx(plain)
    assert sum(days) == pytest.approx(tally.minutes)
    assert Tally([]).minutes_a_day(5, 7) == [0.0, 0.0, 0.0]
