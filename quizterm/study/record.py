"""The learner's record: true retention, calibration, time and buttons, over all cards and by month and lesson."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from quizterm.memory import record
from quizterm.memory.record import Answer, Bin, Share, streak
from quizterm.memory.tally import Tally
from quizterm.store.reviews import Review
from quizterm.study.session import Study

HEATMAP_DAYS = 365
MONTH_DAYS = 30
_AS_ANSWERED = itemgetter(
    *map(Review._fields.index, ("card", "lesson", "rating", "day", "duration", "steps", "placed"))
)


@dataclass(frozen=True, slots=True)
class Record:
    """Definitions: `quizterm.memory.tally`. `heatmap` is answers a day, of the last year, today last."""

    true_retention: Share
    by_month: dict[str, Share]
    by_lesson: dict[str, Share]  # by the lesson's slug, in the order of the course
    calibration: list[Bin]
    buttons: dict[str, dict[str, int]]
    minutes: float
    minutes_today: float
    minutes_by_day: list[float]  # of the last 30 days, today last
    heatmap: list[int]
    streak: int
    due_by_day: list[int]  # cards due on each of the next 30 days, today with what is overdue

    def as_dict(self) -> dict[str, Any]:
        return {
            "true_retention": _share(self.true_retention),
            "by_month": {month: _share(share) for month, share in self.by_month.items()},
            "by_lesson": {lesson: _share(share) for lesson, share in self.by_lesson.items()},
            "calibration": [one._asdict() for one in self.calibration],
            "buttons": self.buttons,
            "minutes": round(self.minutes, 2),
            "minutes_today": round(self.minutes_today, 2),
            "minutes_by_day": [round(minutes, 2) for minutes in self.minutes_by_day],
            "heatmap": self.heatmap,
            "streak": self.streak,
            "due_by_day": self.due_by_day,
        }


def answers(study: Study) -> Iterator[Answer]:
    """Every answer to a card that was not undone."""
    rows = map(_AS_ANSWERED, study.store.reviews())
    return record.answers(rows, study.store.memory)


def learners_record(study: Study) -> Record:
    """What the learner's answers amount to, up to now."""
    today, tally = study.now().day, Tally(answers(study))
    [minutes_today] = tally.minutes_a_day(today, today)
    return Record(
        true_retention=tally.true_retention,
        by_month=tally.by_month(),
        by_lesson=_by_lesson(study, tally),
        calibration=tally.calibration(),
        buttons=tally.buttons(),
        minutes=tally.minutes,
        minutes_today=minutes_today,
        minutes_by_day=tally.minutes_a_day(today - MONTH_DAYS + 1, today),
        heatmap=tally.a_day(today - HEATMAP_DAYS + 1, today),
        streak=streak(tally.a_day(today if tally.first_day is None else tally.first_day, today)),
        due_by_day=_due_by_day(study, today),
    )


def _by_lesson(study: Study, tally: Tally) -> dict[str, Share]:
    found: dict[str, Share] = {}
    for key, lesson_id in study.store.lesson_ids().items():
        _, _, slug = key.partition(".")  # two courses may share it
        share, other = tally.of_lesson(lesson_id), found.get(slug, Share(0, 0))
        if share.of:
            found[slug] = Share(share.recalled + other.recalled, share.of + other.of)
    return found


def _due_by_day(study: Study, today: int, days: int = MONTH_DAYS) -> list[int]:
    counts = [0] * days
    for due_day, number in study.store.due_days(steps=True).items():
        due = max(due_day, today)
        if due < today + days:
            counts[due - today] += number
    return counts


def _share(share: Share) -> dict[str, float | int | None]:
    rate = share.rate
    return {"recalled": share.recalled, "of": share.of, "rate": None if rate is None else round(rate, 4)}
