"""The marked cards: those the learner flagged, and the leeches with the sections to read again."""

from dataclasses import dataclass

from quizterm.course.model import Card
from quizterm.store.rows import Item
from quizterm.study.session import Study


@dataclass(frozen=True, slots=True)
class MarkedCard:
    """A card in a list of marked ones."""

    id: str  # full
    display_id: str
    title: str  # plain text
    lesson: str  # its name for `Catalog.find_lesson`
    section: str  # slug
    lapses: int
    suspended: bool


def flagged(study: Study) -> tuple[MarkedCard, ...]:
    """Every card that the learner flagged, in course order."""
    return _marked(study, study.store.flagged_cards())


def leeches(study: Study) -> tuple[MarkedCard, ...]:
    """Every leech that was not resumed, in course order."""
    return _marked(study, study.store.leeches())


def _marked(study: Study, items: list[Item]) -> tuple[MarkedCard, ...]:
    cards = ((study.catalog.card(item.key), item) for item in items)
    return tuple(_card(study, card, item) for card, item in cards if card is not None)


def _card(study: Study, card: Card, item: Item) -> MarkedCard:
    return MarkedCard(
        id=card.id,
        display_id=study.catalog.display_id(card.id),
        title=card.title,
        lesson=study.catalog.lesson_name(card.course, card.lesson),
        section=card.section,
        lapses=item.state.lapses,
        suspended=item.state.suspended,
    )
