"""All that is known of one item, a card or an exercise: how it stands, what happened to it, how it is forgotten."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from quizterm.memory.curve import forgetting_curve
from quizterm.memory.days import date_of
from quizterm.memory.events import Event, EventKind, Moment
from quizterm.memory.fold import active
from quizterm.memory.item import ItemState, Phase
from quizterm.store.rows import Item, ItemKind, exercise_key
from quizterm.study.attempt_detail import read_detail
from quizterm.study.exercise_history import verdict_text
from quizterm.study.exercises import find_exercise, listed_exercises
from quizterm.study.find_item import find_item
from quizterm.study.notes import note_on
from quizterm.study.session import Study
from quizterm.study.words import clock_text, count_text

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Happened:
    """One event of an item's history."""

    date: date  # of its study day
    time: str  # on the wall clock of that place: `14:05`
    what: str  # an `EventKind`
    grade: str | None  # again, hard, good or easy
    interval_days: int | None  # until the day it came or comes back; None if no day was chosen
    seconds: float | None  # from question to grade
    taken_back: bool
    verdict: str | None = None  # of an attempt, in a few plain words


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The chance of recall on one study day. A day with an answer has two points: before it, and after it."""

    date: date
    recall: float


@dataclass(frozen=True, slots=True)
class Info:
    """One item. What only a seen item has is None for a new one."""

    id: str  # as shown
    kind: str  # card or exercise
    title: str  # plain text
    lesson: str  # titles
    section: str
    state: str  # in words
    stability: float | None  # days until recall falls to 90 %
    difficulty: float | None  # 1 (easy) to 10
    recall: float | None  # the chance of it now
    due: date | None  # study day
    due_time: str | None  # on the wall clock, while a step runs
    answers: int  # that count, also from before the item was forgotten
    lapses: int
    flagged: bool
    leech: bool
    suspended: bool
    buried: bool  # today
    note: str  # of the learner; Markdown
    today: date  # study day
    history: tuple[Happened, ...]  # the oldest first
    curve: tuple[CurvePoint, ...]  # the oldest first, from the first answer to some weeks ahead; empty for a new item

    def as_dict(self) -> dict[str, Any]:
        """For JSON; dates are ISO texts, a curve is a list of pairs."""
        return {
            "schema": SCHEMA,
            **asdict(self),
            "due": None if self.due is None else self.due.isoformat(),
            "today": self.today.isoformat(),
            "history": [{**asdict(event), "date": event.date.isoformat()} for event in self.history],
            "curve": [[point.date.isoformat(), round(point.recall, 4)] for point in self.curve],
        }


def info(study: Study, name: str) -> Info:
    """What is known of an item.

    Args:
        name: as `find_item` understands it.

    Raises:
        UsageError: there is no such card or exercise.
    """
    item, now = find_item(study, name), study.now()
    state, everything = item.state, study.store.history(item.id)
    counting = [event for event in active(everything) if event.kind is not EventKind.UNDONE]
    shown, title, lesson, section = _titles(study, item)
    curve = forgetting_curve(counting, study.store.memory, now.day)
    return Info(
        id=shown,
        kind=item.kind.name.lower(),
        title=title,
        lesson=lesson,
        section=section,
        state=state_words(item, now),
        stability=state.stability,
        difficulty=state.difficulty,
        recall=_recall(study, state, now),
        due=None if state.due_day is None else date_of(state.due_day),
        due_time=None if state.due_at is None else study.wall_clock(state.due_at),
        answers=sum(event.kind is EventKind.REVIEWED for event in counting),
        lapses=state.lapses,
        flagged=state.flagged,
        leech=state.leech,
        suspended=state.suspended,
        buried=state.buried_day == now.day,
        note=note_on(study, item.id),
        today=date_of(now.day),
        history=_history(everything, {event.id for event in counting}),
        curve=tuple(CurvePoint(date_of(point.day), point.recall) for point in curve),
    )


def state_words(item: Item, now: Moment) -> str:
    """How an item stands: `new`, `due since 3 days, flagged`, `learning, step 2`, ..."""
    state = item.state
    words = [_phase_words(state, now)]
    if state.buried_day == now.day:
        words.append("buried until tomorrow")
    marks = (
        (state.suspended, "suspended"),
        (state.flagged, "flagged"),
        (state.leech, "a leech"),
        (item.gone, "vanished"),
    )
    return ", ".join([*words, *(word for holds, word in marks if holds)])


def _phase_words(state: ItemState, now: Moment) -> str:
    if state.due_day is None:
        return "new"
    if state.due_at is not None:
        name = "learning" if state.phase is Phase.LEARNING else "relearning"
        return f"{name}, step {state.step + 1}"
    days = state.due_day - now.day
    if days > 0:
        return f"waiting, due in {count_text(days, 'day')}"
    return "due today" if days == 0 else f"due for {count_text(-days, 'day')}"


def _titles(study: Study, item: Item) -> tuple[str, str, str, str]:
    """Shown id, title, and the titles of lesson and section, as far as there are such."""
    if item.kind is ItemKind.EXERCISE:
        slug = item.key.removeprefix(exercise_key(""))
        if slug not in listed_exercises(study):
            return slug, slug, "", ""
        lessons = (lesson for course in study.catalog.courses for lesson in course.lessons)
        lists_it = next(lesson for lesson in lessons if slug in lesson.exercises)
        return slug, find_exercise(study, slug).title, lists_it.title, ""
    card = study.catalog.card(item.key)
    if card is None:
        return item.key, item.key, "", ""
    lesson = study.catalog.lesson_entry(card.course, card.lesson)
    section = next((title for slug, title in lesson.sections if slug == card.section), "")
    return study.catalog.display_id(card.id), card.title, lesson.title, section


def _recall(study: Study, state: ItemState, now: Moment) -> float | None:
    if state.stability is None or state.last_day is None:
        return None
    return study.store.memory.retrievability(state.stability, max(0, now.day - state.last_day))


def _history(events: list[Event], counting: set[int]) -> tuple[Happened, ...]:
    return tuple(
        Happened(
            date=date_of(event.day),
            time=clock_text(event.at, event.offset),
            what=event.kind.value,
            grade=None if event.rating is None else event.rating.name.lower(),
            interval_days=None if event.due_day is None else event.due_day - event.day,
            seconds=None if event.duration is None else event.duration / 1000,
            verdict=verdict_text(read_detail(event)) if event.kind is EventKind.ATTEMPTED else None,
            taken_back=event.id not in counting,
        )
        for event in events
        if event.kind is not EventKind.UNDONE
    )
