"""The learner's record: true retention, calibration, time and buttons, over all cards and by month and lesson."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from quizterm.memory import record
from quizterm.memory.record import Answer, Bin, Share
from quizterm.study.session import Study

HEATMAP_DAYS = 365
MONTH_DAYS = 30


@dataclass(frozen=True, slots=True)
class Record:
    """Definitions: `quizterm.memory.record`. `heatmap` is answers a day, of the last year, today last."""

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


def answers(study: Study) -> list[Answer]:
    """Every answer to a card that was not undone."""
    columns = study.store.review_columns()
    rows = zip(
        columns.card,
        columns.item,
        columns.rating,
        columns.day,
        columns.duration,
        columns.steps,
        strict=True,
    )
    return list(record.answers(rows, study.store.memory))


def learners_record(study: Study) -> Record:
    """What the learner's answers amount to, up to now."""
    today, given = study.now().day, answers(study)
    heatmap = record.a_day(given, today - HEATMAP_DAYS + 1, today)
    return Record(
        true_retention=record.true_retention(given),
        by_month=record.by_month(given),
        by_lesson=_by_lesson(study, given),
        calibration=record.calibration(given),
        buttons=record.buttons(given),
        minutes=record.minutes(given),
        minutes_today=record.minutes(answer for answer in given if answer.day == today),
        minutes_by_day=record.minutes_a_day(given, today - MONTH_DAYS + 1, today),
        heatmap=heatmap,
        streak=record.streak(record.a_day(given, min((answer.day for answer in given), default=today), today)),
        due_by_day=_due_by_day(study, today),
    )


def _by_lesson(study: Study, given: list[Answer]) -> dict[str, Share]:
    lessons: dict[int, str] = {}
    for entry in (lesson for course in study.catalog.courses for lesson in course.lessons):
        items = study.store.items_by_keys([card.id for card in entry.cards])
        lessons |= {item.id: entry.slug for item in items.values()}
    by_lesson: defaultdict[str, list[Answer]] = defaultdict(list)
    for answer in given:
        if answer.item in lessons:
            by_lesson[lessons[answer.item]].append(answer)
    order = dict.fromkeys(lessons.values())
    return {slug: record.true_retention(by_lesson[slug]) for slug in order if by_lesson[slug]}


def _due_by_day(study: Study, today: int, days: int = MONTH_DAYS) -> list[int]:
    counts = [0] * days
    for item in study.store.scheduled_cards():
        due = max(item.state.due_day or today, today)
        if due < today + days:
            counts[due - today] += 1
    return counts


def _share(share: Share) -> dict[str, float | int | None]:
    rate = share.rate
    return {"recalled": share.recalled, "of": share.of, "rate": None if rate is None else round(rate, 4)}
