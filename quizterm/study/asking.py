"""From a stored item to the question a front end shows."""

import random

from quizterm.course.model import Card, Choice, LessonEntry, Order
from quizterm.memory.events import Moment
from quizterm.memory.scheduler import Outcome
from quizterm.store.rows import Item
from quizterm.study.question import Button, Question
from quizterm.study.session import Study
from quizterm.study.siblings import sibling_days
from quizterm.study.words import days_text, minutes_text


def ask(study: Study, item: Item, now: Moment) -> Question | None:
    """The item as a question; None when its card is no longer in the course."""
    card = study.catalog.card(item.key)
    if card is None:
        return None
    lesson = study.catalog.lesson_entry(card.course, card.lesson)
    siblings = sibling_days(study, card) if study.settings.load_balancing else ()
    preview = study.card_scheduler(item.key).preview(item.state, now, item.key, siblings)
    return Question(
        item_id=item.id,
        shown=item.shown(weights=study.store.weights.id),
        asked=now,
        preview=preview,
        card=card,
        display_id=study.catalog.display_id(card.id),
        lesson_title=lesson.title,
        section_title=_section_title(lesson, card),
        buttons=tuple(Button(outcome.rating, _label(outcome, now)) for outcome in preview),
        order=shown_order(card, item.state.reps),
    )


def shown_order(card: Card, repetition: int) -> tuple[int, ...]:
    """Shuffled places of a card's options or steps: the same until it is answered, then another."""
    draw = random.Random(f"{card.id} {repetition}")
    if isinstance(card.body, Choice):
        return tuple(draw.sample(range(len(card.body.options)), len(card.body.options)))
    if isinstance(card.body, Order):
        right = tuple(range(len(card.body.steps)))
        shuffled = right
        while shuffled == right and len(right) > 1:
            shuffled = tuple(draw.sample(right, len(right)))
        return shuffled
    return ()


def _label(outcome: Outcome, now: Moment) -> str:
    if outcome.due_at is not None:
        return minutes_text(outcome.due_at - now.at)
    return days_text(outcome.due_day - now.day)


def _section_title(lesson: LessonEntry, card: Card) -> str:
    return next((title for slug, title in lesson.sections if slug == card.section), "")
