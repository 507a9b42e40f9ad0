"""How many cards and exercises, due and new, today's limits still let through."""

from dataclasses import dataclass

from quizterm.memory.events import Moment
from quizterm.study.session import Study

UNLIMITED = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """What may still be asked on this study day.

    `answered` counts the graded answers of cards that were given, `reviewed` the cards among them that were met before
    this day.
    """

    new_cards: int
    reviews: int
    new_exercises: int
    due_exercises: int
    answered: int
    reviewed: int


def allowance(study: Study, now: Moment) -> Allowance:
    settings, done = study.settings, study.store.answered_today(now.day)
    cap = settings.reviews_a_day
    reviews = UNLIMITED if cap is None else max(0, cap - done.answers.cards)
    return Allowance(
        new_cards=min(max(0, settings.new_cards_a_day - done.introduced.cards), reviews),
        reviews=reviews,
        new_exercises=max(0, settings.new_exercises_a_day - done.introduced.exercises),
        due_exercises=max(0, settings.due_exercises_a_day - done.reviewed.exercises),
        answered=done.answers.cards,
        reviewed=done.reviewed.cards,
    )
