"""What a learner's reviews amount to: retention, calibration, time, buttons. Definitions stand at each function."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from quizterm.memory.days import date_of
from quizterm.memory.fsrs import Memory
from quizterm.memory.item import Rating

MATURE_DAYS = 21  # a card with a longer interval is called mature, a usage of the field
_BINS = 10
_LONGEST_MS = 60_000  # a longer answer was an interruption, and counts as so much


class Answer(NamedTuple):
    """One graded answer, and how the card stood before it."""

    item: int
    rating: Rating
    day: int  # study day
    duration_ms: int | None
    elapsed: int | None  # study days since the card's last answer; None for its first
    waited: bool  # the card waited for a day, not for the end of a step: the answer is a review, no learning
    predicted: float | None  # the chance of recall by the memory model; None for a first answer

    @property
    def tests_memory(self) -> bool:
        """Whether it counts for true retention: the first answer of its day to a card that waited for a day."""
        return self.waited and bool(self.elapsed)

    @property
    def is_mature(self) -> bool:
        return (self.elapsed or 0) >= MATURE_DAYS


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


def answers(rows: Iterable[tuple[int, int, int, int, int, int]], memory: Memory[float]) -> Iterator[Answer]:
    """Answers from rows of card, item, rating, study day, duration (ms, -1 unknown) and whether a step began.

    Args:
        rows: grouped by card and in order of time. A card that was reset is another one.
    """
    for _, history in groupby(rows, key=lambda row: row[0]):
        state: tuple[float, float] | None = None
        last_day, waited = 0, False
        for _, item, rating, day, duration, steps in history:
            known = None if duration < 0 else duration
            if state is None:
                yield Answer(item, Rating(rating), day, known, None, False, None)
                state = memory.first(rating)
            else:
                elapsed = max(0, day - last_day)
                predicted = memory.retrievability(state[0], elapsed)
                yield Answer(item, Rating(rating), day, known, elapsed, waited, predicted)
                state = memory.next(*state, predicted, memory.grades[rating - 1], elapsed == 0)
            last_day, waited = day, not steps


def true_retention(given: Iterable[Answer]) -> Share:
    """The share recalled of the answers that test memory."""
    ratings = [answer.rating for answer in given if answer.tests_memory]
    return Share(sum(rating is not Rating.AGAIN for rating in ratings), len(ratings))


def by_month(given: Iterable[Answer]) -> dict[str, Share]:
    """True retention by calendar month, `2026-11`, the oldest first."""
    months: dict[str, list[Answer]] = {}
    for answer in given:
        if answer.tests_memory:
            months.setdefault(f"{date_of(answer.day):%Y-%m}", []).append(answer)
    return {month: true_retention(months[month]) for month in sorted(months)}


def calibration(given: Iterable[Answer]) -> list[Bin]:
    """What the model predicted beside what came, in tenths of the predicted chance; tenths without answers left out."""
    tenths: dict[int, list[Answer]] = {}
    for answer in given:
        if answer.tests_memory and answer.predicted is not None:
            tenths.setdefault(min(int(answer.predicted * _BINS), _BINS - 1), []).append(answer)
    return [_bin(tenth, tenths[tenth]) for tenth in sorted(tenths)]


def buttons(given: Iterable[Answer]) -> dict[str, dict[str, int]]:
    """How often each grade was given: while learning, to young and to mature cards."""
    counts = {stage: dict.fromkeys((rating.name.lower() for rating in Rating), 0) for stage in _STAGES}
    for answer in given:
        counts[_stage(answer)][answer.rating.name.lower()] += 1
    return counts


def minutes(given: Iterable[Answer]) -> float:
    """Time from question to grade, in minutes; a minute at most for each answer."""
    return sum(min(answer.duration_ms or 0, _LONGEST_MS) for answer in given) / 60_000


def minutes_a_day(given: Iterable[Answer], first: int, last: int) -> list[float]:
    """`minutes` of each study day from `first` to `last`."""
    days: dict[int, list[Answer]] = {}
    for answer in given:
        days.setdefault(answer.day, []).append(answer)
    return [minutes(days.get(day, ())) for day in range(first, last + 1)]


def a_day(given: Iterable[Answer], first: int, last: int) -> list[int]:
    """Answers on each study day from `first` to `last`, for a heatmap."""
    counts = Counter(answer.day for answer in given)
    return [counts[day] for day in range(first, last + 1)]


def streak(days: Sequence[int]) -> int:
    """How many days up to the last one had answers, without a gap; the last one may still be empty."""
    counted = list(days[:-1] if days and not days[-1] else days)
    length = 0
    while length < len(counted) and counted[-1 - length]:
        length += 1
    return length


_STAGES = ("learning", "young", "mature")


def _stage(answer: Answer) -> str:
    return "learning" if not answer.tests_memory else "mature" if answer.is_mature else "young"


def _bin(tenth: int, given: Sequence[Answer]) -> Bin:
    predicted = sum(answer.predicted or 0.0 for answer in given) / len(given)
    recalled = sum(answer.rating is not Rating.AGAIN for answer in given) / len(given)
    return Bin(tenth / _BINS, (tenth + 1) / _BINS, predicted, recalled, len(given))
