"""A learner's answers, each with how its card stood before it, as `quizterm.memory.tally` counts them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from quizterm.memory.fsrs import Memory
from quizterm.memory.item import Rating

MATURE_DAYS = 21  # a card with a longer interval is called mature, a usage of the field
_RATINGS = {rating.value: rating for rating in Rating}  # quicker than the enumeration itself


class Answer(NamedTuple):
    """One graded answer, and how the card stood before it."""

    lesson: int
    rating: Rating
    day: int  # study day
    duration_ms: int | None
    elapsed: int | None  # study days since the card's last answer; None for its first
    waited: bool  # the card waited for a day, not for the end of a step: the answer is a review, no learning
    predicted: float | None  # the chance of recall by the memory model; None where answers do not tell it

    @property
    def tests_memory(self) -> bool:
        """Whether it counts for true retention: the first answer of its day to a card that waited for a day."""
        return self.waited and bool(self.elapsed)


class Share(NamedTuple):
    """How many of how many were recalled, that is, not graded Again."""

    recalled: int
    of: int

    @property
    def rate(self) -> float | None:
        return self.recalled / self.of if self.of else None


class Bin(NamedTuple):
    """Answers whose predicted chance of recall lay in one tenth: what was predicted on average, and what came."""

    low: float
    high: float
    predicted: float
    recalled: float
    answers: int


def answers(rows: Iterable[tuple[int, int, int, int, int, int, int]], memory: Memory[float]) -> Iterator[Answer]:
    """Answers from rows of card, lesson, rating, study day, duration (ms, -1 unknown), whether a step began, placed.

    Args:
        rows: grouped by card and in order of time. A card that was reset is another one. Of one that was placed, so
            that it counted as known before its first answer, the answers alone do not tell what is predicted.
    """
    before: int | None = None
    stability, difficulty = 0.0, 0.0
    last_day, waited = 0, False
    for card, lesson, rating, day, duration, steps, placed in rows:
        known = None if duration < 0 else duration
        if card != before:
            before = card
            yield Answer(lesson, _RATINGS[rating], day, known, None, False, None)
            stability, difficulty = memory.first(rating)
        else:
            elapsed = max(0, day - last_day)
            predicted = memory.retrievability(stability, elapsed)
            yield Answer(lesson, _RATINGS[rating], day, known, elapsed, waited, None if placed else predicted)
            grade = memory.grades[rating - 1]
            stability, difficulty = memory.next(stability, difficulty, predicted, grade, elapsed == 0)
        last_day, waited = day, not steps


def streak(days: Sequence[int]) -> int:
    """How many days up to the last one had answers, without a gap; the last one may still be empty."""
    counted = list(days[:-1] if days and not days[-1] else days)
    length = 0
    while length < len(counted) and counted[-1 - length]:
        length += 1
    return length
