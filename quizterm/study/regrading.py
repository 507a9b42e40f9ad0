"""Easy instead of Good, for an exercise that passed at the first attempt and without a hint: the learner may say so."""

from typing import NamedTuple

from quizterm.errors import UsageError
from quizterm.memory.days import date_of
from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fold import active, fold
from quizterm.memory.item import Rating
from quizterm.memory.scheduler import Outcome
from quizterm.store.rows import Item
from quizterm.study.exercises import exercise_item, find_exercise
from quizterm.study.session import Study
from quizterm.study.words import count_text

_DECIDE_DAYS = frozenset(
    {
        EventKind.REVIEWED,
        EventKind.RESET,
        EventKind.PLACED,
        EventKind.BROUGHT_BACK,
        EventKind.DUE_SET,
        EventKind.RESCHEDULED,
    }
)


class _Choice(NamedTuple):
    """A grade that may be given in the place of another."""

    given: Event
    easy: Outcome


def easy_text(study: Study, slug: str) -> str:
    """When the exercise would come back after Easy, in plain words; empty where Easy cannot be chosen.

    It can on the study day on which the exercise was graded Good.
    """
    now = study.now()
    choice = _choice(study, exercise_item(study, slug), now)
    if choice is None:
        return ""
    if choice.easy.due_day == choice.given.due_day:  # an exercise waits for a week at least
        return "due again on the same day, and later from then on"
    return due_again_text(choice.easy.due_day, now)


def choose_easy(study: Study, slug: str) -> str:
    """Put Easy in the place of Good, as one action; one plain sentence on when the exercise comes back.

    Raises:
        UsageError: there is no such exercise, or no such choice.
        ItemChangedError: another quizterm changed the exercise at this moment.
    """
    find_exercise(study, slug)
    item, now = exercise_item(study, slug), study.now()
    choice = _choice(study, item, now)
    if choice is None:
        raise UsageError(
            f"{slug}: there is no grade to change; Easy can be chosen on the day on which an exercise passes at the "
            "first attempt and without a hint"
        )
    easy = Draft(
        kind=EventKind.REVIEWED,
        moment=now,
        item_id=item.id,
        rating=Rating.EASY,
        weights=study.store.weights.id,
        due_day=choice.easy.due_day,
        due_at=choice.easy.due_at,
    )
    taking_back = Draft(EventKind.UNDONE, now, target=choice.given.id)
    study.store.append([easy, taking_back], expect={item.id: item.shown(study.store.weights.id)})
    study.forget_load()
    return f"graded Easy; {due_again_text(choice.easy.due_day, now)}"


def due_again_text(day: int, now: Moment) -> str:
    return f"due again on {date_of(day)}, in {count_text(day - now.day, 'day')}"


def _choice(study: Study, item: Item, now: Moment) -> _Choice | None:
    """What can be chosen if a Good of today was the last to decide when the exercise comes back."""
    happened = [event for event in active(study.store.history(item.id)) if event.kind is not EventKind.UNDONE]
    given = next((event for event in reversed(happened) if event.kind in _DECIDE_DAYS), None)
    if item.state.suspended or given is None or given.rating is not Rating.GOOD or given.day != now.day:
        return None
    before = fold((event for event in happened if event.id < given.id), study.store.memory)
    return _Choice(given, study.exercise_scheduler(item.key).preview(before, now, item.key)[Rating.EASY - 1])
