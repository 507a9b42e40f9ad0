"""Siblings: the cards of one section of a lesson, which explain the same paragraph.

Right after one of them, another is answered from what was just read, not from memory.
"""

from collections import defaultdict

from quizterm.course.model import Card
from quizterm.memory.events import Moment
from quizterm.store.rows import Item
from quizterm.study.session import Study
from quizterm.study.standing import is_due, is_new

MOST_SIBLINGS = 20  # a section with more cards is no paragraph but a list of things, each of its own


def sibling_days(study: Study, card: Card) -> frozenset[int]:
    """The study days on which siblings of a card are due."""
    return frozenset(study.store.due_days_of(_sibling_ids(study, card)))


def siblings_to_bury(study: Study, card: Card, now: Moment) -> list[Item]:
    """The siblings of a card that might be asked today. Running steps go on: to wait for tomorrow would spoil them."""
    items = study.store.items_by_keys(_sibling_ids(study, card)).values()
    return [
        item for item in items if is_new(item.state, now) or (is_due(item.state, now) and item.state.due_at is None)
    ]


def paragraphs(study: Study) -> dict[str, list[str]]:
    """By the id of each card that has siblings: it and them."""
    together: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    for course, lesson, card in study.catalog.entries():
        if card.section:
            together[course.slug, lesson.slug, card.section].append(card.id)
    return {card_id: ids for ids in together.values() if 1 < len(ids) <= MOST_SIBLINGS for card_id in ids}


def _sibling_ids(study: Study, card: Card) -> list[str]:
    if not card.section:
        return []
    cards = study.catalog.lesson_entry(card.course, card.lesson).cards
    ids = [other.id for other in cards if other.section == card.section and other.id != card.id]
    return ids if len(ids) < MOST_SIBLINGS else []
