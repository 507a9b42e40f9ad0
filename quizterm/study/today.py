"""Today's plan: what is due, which new cards the limits allow, and why others are held back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

from quizterm.course.model import LessonEntry
from quizterm.memory.days import date_of
from quizterm.store.rows import exercise_key
from quizterm.study.allowance import Allowance, allowance
from quizterm.study.come_back import ComeBack, come_back
from quizterm.study.offering import progress_of, why_held
from quizterm.study.reading import NextReading, next_unread
from quizterm.study.session import Study, lesson_key
from quizterm.study.standing import is_due, is_new
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

    date: date  # that the study day is named after
    due_cards: int
    due_exercises: int
    new_cards: int
    new_exercises: int
    exercises: tuple[str, ...]  # slugs of those, the due ones first
    later_today: int  # learning steps that end later today
    next_at: int | None  # milliseconds UTC: when the first of them ends
    tomorrow: int  # due then if nothing is answered before, with all that is due or in steps today
    week: int  # the same in seven days
    minutes: int  # estimated for the due and new cards
    answered_today: int
    held: tuple[Held, ...]
    next_reading: NextReading | None
    faults: int  # mistakes in course files, which `quizterm check` lists
    come_back: ComeBack | None  # the days after a long break, while they last


def plan(study: Study) -> Today:
    """Today's plan at this moment."""
    now = study.now()
    limits = allowance(study, now)
    counts = study.store.counts(now)
    back = come_back(study, now, counts.due.cards, limits)
    if back is not None:
        limits = replace(limits, new_cards=0)
    held = why_held(study)
    offered = [key for key in _lessons_by_key(study) if key not in held]
    new = study.store.counts(now, offered).new
    new_cards = min(new.cards, limits.new_cards)
    due_cards = min(counts.due.cards, limits.reviews)
    if back is not None:
        due_cards = back.within(study, now, counts.due.cards, limits)
    return Today(
        date=date_of(now.day),
        due_cards=due_cards,
        due_exercises=min(counts.due.exercises, limits.due_exercises),
        new_cards=new_cards,
        new_exercises=min(new.exercises, limits.new_exercises),
        exercises=tuple(_exercises(study, limits, counts.due.exercises, new.exercises, offered)),
        later_today=counts.learning.cards,
        next_at=counts.next_due_at,
        tomorrow=counts.tomorrow.cards,
        week=counts.week.cards,
        minutes=_minutes(due_cards, new_cards),
        answered_today=limits.answered,
        held=(
            *(
                held_by_limits(study, limits, due=counts.due.cards, new=new.cards - new_cards)
                if back is None
                else _held_by_backlog(back, due=counts.due.cards - due_cards, new=new.cards - new_cards)
            ),
            *_held_lessons(study, held),
        ),
        next_reading=next_unread(study, frozenset(offered)),
        faults=len(study.catalog.faults),
        come_back=back,
    )


def nothing_to_ask(study: Study) -> tuple[str, ...]:
    """Plain lines on why a sitting that has nothing to ask has nothing."""
    today = plan(study)
    steps = [f"{count_text(today.later_today, 'card')} in learning steps"] if today.later_today else []
    return (*steps, *(held.reason for held in today.held)) or ("Everything is answered, buried or suspended",)


def _exercises(study: Study, limits: Allowance, due: int, new: int, offered: Sequence[str]) -> Iterator[str]:
    """Slugs of the due and new exercises that are proposed; `due` and `new` are how many there are in all."""
    if not due and not new:
        return
    now, lessons = study.now(), _lessons_by_key(study)
    slugs = {exercise_key(slug): slug for lesson in lessons.values() for slug in lesson.exercises}
    opened = {slug for key in offered for slug in lessons[key].exercises}
    items = study.store.items_by_keys(list(slugs))
    due_ones = (slugs[key] for key, item in items.items() if is_due(item.state, now))
    new_ones = (slugs[key] for key, item in items.items() if slugs[key] in opened and is_new(item.state, now))
    yield from islice(due_ones, limits.due_exercises)
    yield from islice(new_ones, limits.new_exercises)


def _lessons_by_key(study: Study) -> dict[str, LessonEntry]:
    return {
        lesson_key(course.slug, lesson.slug): lesson for course in study.catalog.courses for lesson in course.lessons
    }


def _held_lessons(study: Study, held: Mapping[str, str]) -> Iterator[Held]:
    """The lessons that open next, each with its reason, and all behind them in one."""
    lessons = _lessons_by_key(study)
    progress = progress_of(study, [lessons[key] for key in held])
    waiting = {key: progress[key].cards - progress[key].answered for key in held}
    later = [
        key for key in held if any(lesson_key(lessons[key].course, slug) in held for slug in lessons[key].requires)
    ]
    for key, reason in held.items():
        if waiting[key] > 0 and key not in later:
            text = f"{count_text(waiting[key], 'new card')} of {lessons[key].title} held back: {reason}"
            yield Held(waiting[key], text, lessons[key].slug)
    behind = sum(waiting[key] for key in later)
    if behind > 0:
        lessons_behind = count_text(len(later), "later lesson")
        text = f"{count_text(behind, 'new card')} of {lessons_behind} held back: they build on these"
        yield Held(behind, text, None)


def _held_by_backlog(back: ComeBack, *, due: int, new: int) -> Iterator[Held]:
    """The due and new cards that wait for another day, besides those proposed."""
    if due > 0:
        yield Held(due, f"{count_text(due, 'due card')} held back: {back}, those that gain most first", None)
    if new > 0:
        yield Held(new, f"{count_text(new, 'new card')} held back: until the backlog is worked off", None)


def held_by_limits(study: Study, limits: Allowance, *, due: int, new: int) -> Iterator[Held]:
    """What of all that is due, and of the new cards that are offered but not proposed, waits for another day."""
    if due > limits.reviews:
        text = f"{count_text(due - limits.reviews, 'due card')} held back: at most {study.settings.reviews_a_day} a day"
        yield Held(due - limits.reviews, text, None)
    if new > 0:
        yield Held(new, f"{count_text(new, 'new card')} held back: {_limit_reason(study, limits)}", None)


def _limit_reason(study: Study, limits: Allowance) -> str:
    if limits.reviews == 0:
        return f"today's {study.settings.reviews_a_day} reviews are done"
    return f"at most {count_text(study.settings.new_cards_a_day, 'new card')} a day"


def _minutes(due_cards: int, new_cards: int) -> int:
    return -(-(due_cards + NEW_CARD_FACTOR * new_cards) * SECONDS_A_CARD // 60)
