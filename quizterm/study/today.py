"""Today's plan: what is due, which new cards the limits allow, and why others are held back."""

from dataclasses import dataclass
from datetime import date

from quizterm.memory.days import date_of
from quizterm.memory.events import Moment
from quizterm.store.rows import ItemKind
from quizterm.study.allowance import Allowance, allowance
from quizterm.study.offering import Progress, progress_by_lesson, why_not_offered
from quizterm.study.queue import new_within
from quizterm.study.reading import NextReading, next_unread
from quizterm.study.session import Study, lesson_key
from quizterm.study.words import count_text

SECONDS_A_CARD = 20  # thinking, revealing and grading
NEW_CARD_FACTOR = 2  # a new card is asked about twice on its first day


@dataclass(frozen=True, slots=True)
class Held:
    """New cards that are not proposed today, and why."""

    cards: int
    reason: str  # one plain line
    lesson: str | None  # slug; None when the day's limits hold them back


@dataclass(frozen=True, slots=True)
class Today:
    """The plan of one study day, as it stands at this moment."""

    study_day: int
    date: date
    due_cards: int
    due_exercises: int
    new_cards: int
    new_exercises: int
    later_today: int  # learning steps that end later today
    next_at: int | None  # milliseconds UTC: when the first of them ends
    tomorrow: int  # due then if nothing is answered
    week: int
    minutes: int  # estimated for the due and new cards
    answered_today: int
    held: tuple[Held, ...]
    next_reading: NextReading | None
    faults: int  # mistakes in course files, which `quizterm check` lists


def plan(study: Study) -> Today:
    """Today's plan at this moment."""
    now = study.now()
    limits = allowance(study, now)
    counts = study.store.counts(now)
    progress = progress_by_lesson(study)
    held_lessons = _held_lessons(study, progress)
    offered = [key for key in progress if key not in held_lessons]
    due_cards = min(counts.due.cards, limits.reviews)
    new_cards = new_within(study, now, limits, offered)
    return Today(
        study_day=now.day,
        date=date_of(now.day),
        due_cards=due_cards,
        due_exercises=min(counts.due.exercises, study.settings.due_exercises_a_day),
        new_cards=new_cards,
        new_exercises=_new_exercises(study, now, offered),
        later_today=counts.learning.cards,
        next_at=counts.next_due_at,
        tomorrow=counts.tomorrow.cards,
        week=counts.week.cards,
        minutes=_minutes(due_cards, new_cards),
        answered_today=study.store.answered_today(now.day).answers.cards,
        held=(*_held_by_limits(study, now, limits, offered, new_cards, due=counts.due.cards), *held_lessons.values()),
        next_reading=next_unread(study, frozenset(offered)),
        faults=len(study.catalog.faults),
    )


def _held_lessons(study: Study, progress: dict[str, Progress]) -> dict[str, Held]:
    held = {}
    for course in study.catalog.courses:
        for lesson in course.lessons:
            reason = why_not_offered(study, course, lesson, progress)
            key = lesson_key(course.slug, lesson.slug)
            waiting = progress[key].cards - progress[key].answered
            if reason is not None and waiting > 0:
                text = f"{count_text(waiting, 'new card')} of {lesson.title} held back: {reason}"
                held[key] = Held(waiting, text, lesson.slug)
    return held


def _held_by_limits(
    study: Study, now: Moment, limits: Allowance, offered: list[str], proposed: int, *, due: int
) -> list[Held]:
    held = []
    if due > limits.reviews:
        text = f"{count_text(due - limits.reviews, 'due card')} held back: at most {study.settings.reviews_a_day} a day"
        held.append(Held(due - limits.reviews, text, None))
    waiting = study.store.counts(now, offered).new.cards - proposed
    if waiting > 0:
        text = f"{count_text(waiting, 'new card')} held back: {_limit_reason(study, limits)}"
        held.append(Held(waiting, text, None))
    return held


def _limit_reason(study: Study, limits: Allowance) -> str:
    if limits.reviews == 0:
        return f"today's {study.settings.reviews_a_day} reviews are done"
    return f"at most {count_text(study.settings.new_cards_a_day, 'new card')} a day"


def _new_exercises(study: Study, now: Moment, offered: list[str]) -> int:
    left = study.settings.new_exercises_a_day - study.store.answered_today(now.day).introduced.exercises
    if left <= 0:
        return 0
    return len(study.store.new_ids(now, ItemKind.EXERCISE, offered, limit=left))


def _minutes(due_cards: int, new_cards: int) -> int:
    return -(-(due_cards + NEW_CARD_FACTOR * new_cards) * SECONDS_A_CARD // 60)
