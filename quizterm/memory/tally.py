"""What many answers amount to, counted in one pass that keeps none of them. Definitions stand at each method."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from quizterm.memory.days import date_of
from quizterm.memory.item import LONGEST_ANSWER_MS, Rating
from quizterm.memory.record import MATURE_DAYS, Answer, Bin, Share

_BINS = 10
_LEARNING, _YOUNG, _MATURE = _STAGES = ("learning", "young", "mature")


class Tally:
    """Counts of all answers."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers: defaultdict[int, int] = defaultdict(int)  # by study day, as the next two
        self._milliseconds: defaultdict[int, int] = defaultdict(int)
        self._tests: Counter[tuple[int, bool]] = Counter()  # with whether it was recalled, as the next
        self._tests_by_lesson: Counter[tuple[int, bool]] = Counter()
        self._grades: Counter[tuple[str, Rating]] = Counter()
        self._numbers, self._recalled, self._predicted = [0] * _BINS, [0] * _BINS, [0.0] * _BINS
        for answer in answers:
            self._count(answer)

    def _count(self, answer: Answer) -> None:
        lesson, rating, day, duration_ms, elapsed, waited, predicted = answer
        self._answers[day] += 1
        if duration_ms:
            self._milliseconds[day] += min(duration_ms, LONGEST_ANSWER_MS)
        if not waited or not elapsed:
            self._grades[_LEARNING, rating] += 1
            return
        recalled = rating is not Rating.AGAIN
        self._tests[day, recalled] += 1
        self._tests_by_lesson[lesson, recalled] += 1
        self._grades[_YOUNG if elapsed < MATURE_DAYS else _MATURE, rating] += 1
        if predicted is not None:
            tenth = min(int(predicted * _BINS), _BINS - 1)
            self._numbers[tenth] += 1
            self._recalled[tenth] += recalled
            self._predicted[tenth] += predicted

    @property
    def true_retention(self) -> Share:
        """The share recalled of the answers that test memory."""
        return _share(self._tests)

    def by_month(self) -> dict[str, Share]:
        """True retention by calendar month, `2026-11`, the oldest first."""
        months: defaultdict[str, Counter[tuple[int, bool]]] = defaultdict(Counter)
        for (day, recalled), number in self._tests.items():
            months[f"{date_of(day):%Y-%m}"][day, recalled] = number
        return {month: _share(months[month]) for month in sorted(months)}

    def of_lesson(self, lesson: int) -> Share:
        """True retention of a lesson's cards."""
        recalled, failed = self._tests_by_lesson[lesson, True], self._tests_by_lesson[lesson, False]
        return Share(recalled, recalled + failed)

    def calibration(self) -> list[Bin]:
        """What was predicted and what came, in tenths of the predicted chance; tenths without answers are left out."""
        return [
            Bin(
                low=tenth / _BINS,
                high=(tenth + 1) / _BINS,
                predicted=self._predicted[tenth] / number,
                recalled=self._recalled[tenth] / number,
                answers=number,
            )
            for tenth, number in enumerate(self._numbers)
            if number
        ]

    def buttons(self) -> dict[str, dict[str, int]]:
        """How often each grade was given: while learning, to young and to mature cards."""
        return {stage: {rating.name.lower(): self._grades[stage, rating] for rating in Rating} for stage in _STAGES}

    @property
    def minutes(self) -> float:
        """Time from question to grade; a minute at most for each answer."""
        return sum(self._milliseconds.values()) / 60_000

    def minutes_a_day(self, first: int, last: int) -> list[float]:
        """`minutes` of each study day from `first` to `last`."""
        return [self._milliseconds.get(day, 0) / 60_000 for day in range(first, last + 1)]

    def a_day(self, first: int, last: int) -> list[int]:
        """Answers on each study day from `first` to `last`, for a heatmap."""
        return [self._answers.get(day, 0) for day in range(first, last + 1)]

    @property
    def first_day(self) -> int | None:
        """The earliest study day with an answer."""
        return min(self._answers, default=None)


def _share(tests: Counter[tuple[int, bool]]) -> Share:
    recalled = sum(number for (_, was_recalled), number in tests.items() if was_recalled)
    return Share(recalled, tests.total())
