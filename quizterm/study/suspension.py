"""Cards put away until they are resumed, and leeches, which are done with when they are resumed."""

from dataclasses import dataclass

from quizterm.errors import UsageError
from quizterm.memory.events import Draft, EventKind
from quizterm.study.session import Study


@dataclass(frozen=True, slots=True)
class Suspended:
    """A suspended card."""

    display_id: str
    title: str  # plain text


def suspended(study: Study) -> tuple[Suspended, ...]:
    """Every suspended card, in course order."""
    ids = [card.id for _, _, card in study.catalog.entries()]
    known = study.store.items_by_keys(ids)
    cards = (study.catalog.card(key) for key in ids if key in known and known[key].state.suspended)
    return tuple(Suspended(study.catalog.display_id(card.id), card.title) for card in cards if card is not None)


def resume(study: Study, name: str) -> Suspended:
    """Ask a card again that was suspended; a leech is none any more until it is forgotten often again.

    Args:
        name: `lesson.card`, or the full id.

    Raises:
        UsageError: there is no such card, or it is neither suspended nor a leech.
    """
    card = study.catalog.find_card(name)
    shown = study.catalog.display_id(card.id)
    item = study.store.item_by_key(card.id)
    if item is None or not (item.state.suspended or item.state.leech):
        raise UsageError(f"{shown} is not suspended; `quizterm resume` lists the cards that are")
    study.store.append([Draft(EventKind.RESUMED, study.now(), item.id)], expect={item.id: item.version})
    study.forget_load()
    return Suspended(shown, card.title)
