"""A long life, made up: 100,000 cards in 400 lessons, 450,000 answers, every tenth card new, some 7,000 due today.

`$QUIZTERM_BENCHMARK_LESSONS` makes it shorter, for a quick look at whether the measuring works.
"""

import os
import random
from collections.abc import Iterator
from typing import NamedTuple

LESSONS = int(os.environ.get("QUIZTERM_BENCHMARK_LESSONS", "400"))
CARDS_A_LESSON, NEW_ONE_IN, DUE_ONE_IN = 250, 10, 12
CARDS = LESSONS * CARDS_A_LESSON
TODAY = 20_000  # a study day, counted from 1970-01-01
DAY_MS = 86_400_000
NOON_MS = TODAY * DAY_MS + 12 * 3_600_000
RARE, COMMON = "zugzwang", "gradient"  # words in the questions of ten cards, and of a third of them
_RARE_ONE_IN = CARDS // 10
_WORDS = (
    "gradient tensor buffer layer batch epoch loss weight bias kernel stride shape view storage device graph leaf hook "
    "module optimiser momentum schedule sample label logit softmax mask attention head token embedding norm residual"
).split()
_GROWTH = (0, 1, 3, 8, 20)  # days from a card's first answer to each
_MORNING_MS, _EVENING_MS = 8 * 3_600_000, 20 * 3_600_000


class Card(NamedTuple):
    """One card's texts."""

    name: str
    title: str
    question: str
    answer: str
    points: list[str]


class Answer(NamedTuple):
    """One answer, which makes a card due on another study day."""

    card: int  # place in the collection, from 0
    at_ms: int
    day: int
    rating: int
    duration_ms: int
    last_day: int | None
    due_day: int


def cards() -> Iterator[Card]:
    """Every card, in the order of the collection."""
    draw = random.Random(1)
    for number in range(CARDS):
        rare = f" {RARE}" if number % _RARE_ONE_IN == 0 else ""
        yield Card(
            name=f"c{number}",
            title=f"Number {number}: {_prose(draw, 3)}",
            question=f"{_prose(draw, 12)}{rare}?",
            answer=f"{_prose(draw, 20)}.",
            points=[_prose(draw, 4) for _ in range(3)],
        )


def answers() -> Iterator[Answer]:
    """Five answers to each card that is not new, card by card; the last one decides whether the card is due."""
    draw = random.Random(1)
    for number, card in enumerate(card for card in range(CARDS) if card % NEW_ONE_IN):
        last = TODAY - draw.randrange(1, 300)
        is_due = number % DUE_ONE_IN == 0
        due = TODAY - draw.randrange(20) if is_due else TODAY + draw.randrange(1, 300)
        days = [last - _GROWTH[-1] + grown for grown in _GROWTH]
        for before, day, next_day in zip([None, *days], days, [*days[1:], due], strict=False):
            at = day * DAY_MS + draw.randrange(_MORNING_MS, _EVENING_MS)
            rating = draw.choice((1, 2, 3, 3, 3, 3, 4))
            yield Answer(card, at, day, rating, draw.randrange(2_000, 20_000), before, next_day)


def _prose(draw: random.Random, words: int) -> str:
    return " ".join(draw.choices(_WORDS, k=words))
