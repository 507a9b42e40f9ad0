"""Cards that explain a mistake come at once: a seen one is due today, an unseen one is the first of its lesson."""

from collections.abc import Sequence

from quizterm.store.rows import Item
from quizterm.study.session import Study


def items_to_bring_back(study: Study, card_ids: Sequence[str]) -> list[Item]:
    """The items of these cards, without suspended ones, which stay away."""
    items = study.store.items_by_keys(card_ids)
    found = (items.get(card_id) for card_id in card_ids)
    return [item for item in found if item is not None and not item.state.suspended]
