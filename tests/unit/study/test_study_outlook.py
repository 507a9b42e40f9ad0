"""A year ahead is that of the learner's own cards, limits and habits; its simulation is specified with memory."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest

from quizterm.memory.forecast import Deck, Habits, forecast
from quizterm.memory.item import Rating
from quizterm.memory.record import Answer
from quizterm.study.outlook import RETENTIONS, learners_habits, outlook
from quizterm.study.record import answers
from quizterm.study.review import Review
from quizterm.study.session import Study


def test_it_follows_the_learners_cards_limits_and_habits(home: Path, reopen: Callable[[], Study], clock: Any) -> None:
    (home / "settings.toml").write_text("maximum_interval = 3\nnew_cards_a_day = 2\ndesired_retention = 0.86\n")
    study = reopen()
    for _ in range(25):
        review = Review(study)
        while review.question is not None:
            review.answer(Rating.AGAIN if review.question.state.reps == 2 else Rating.EASY, 31_000)
        clock.move(days=2)
    now = study.now()
    states = [item.state for item in study.store.items_by_ids(study.store.seen_ids(now)) if item.state.due_at is None]
    states.sort(key=lambda state: state.due_day)
    habits = learners_habits(answers(study))
    assert habits.seconds_recalled == 31.0 != Habits().seconds_recalled
    new = 8 - len(study.store.seen_ids(now))
    for one in outlook(study):
        assert len(one.minutes_by_day) == 365
        assert one == forecast(
            [Deck(states, 5 - len(states)), Deck([], new - 5 + len(states))],
            study.store.memory,
            one.retention,
            now.day,
            new_a_day=2,
            maximum_interval=3,
            habits=habits,
        )
    assert [one.retention for one in outlook(study)] == sorted([*RETENTIONS, 0.86])


def some_answers(number: int) -> list[Answer]:
    draw = Random(number)
    return [
        Answer(
            lesson=1,
            rating=draw.choice(list(Rating)),
            day=20_000,
            duration_ms=draw.choice([None, draw.randrange(1_000, 30_000)]),
            elapsed=draw.choice([None, 0, 3]),
            waited=draw.random() < 0.7,
            predicted=0.9,
        )
        for _ in range(number)
    ]


def test_habits_are_counted_from_the_answers() -> None:
    given = some_answers(2_000)
    habits = learners_habits(given)
    timed = [(answer.rating, answer.duration_ms / 1000) for answer in given if answer.duration_ms is not None]
    assert habits.seconds_failed == pytest.approx(median(s for rating, s in timed if rating is Rating.AGAIN))
    assert habits.seconds_recalled == pytest.approx(median(s for rating, s in timed if rating is not Rating.AGAIN))
    first = [answer.rating for answer in given if answer.elapsed is None]
    assert habits.first == pytest.approx([first.count(rating) / len(first) for rating in Rating])
    tests = [answer.rating for answer in given if answer.tests_memory and answer.rating is not Rating.AGAIN]
    passes = (Rating.HARD, Rating.GOOD, Rating.EASY)
    assert habits.recalled == pytest.approx([tests.count(rating) / len(tests) for rating in passes])


@pytest.mark.parametrize("number", [0, 20])
def test_too_few_answers_tell_no_habit(number: int) -> None:
    assert learners_habits(some_answers(number)) == Habits()
