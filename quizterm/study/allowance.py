"""How many due cards, and how many new ones, today's limits still let through."""

from dataclasses import dataclass

from quizterm.memory.events import Moment
from quizterm.study.session import Study

UNLIMITED = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """What may still be asked on this study day."""

    new_cards: int
    reviews: int


def allowance(study: Study, now: Moment) -> Allowance:
    done = study.store.answered_today(now.day)
    cap = study.settings.reviews_a_day
    reviews = UNLIMITED if cap is None else max(0, cap - done.answers.cards)
    new_cards = max(0, study.settings.new_cards_a_day - done.introduced.cards)
    return Allowance(new_cards=min(new_cards, reviews), reviews=reviews)
