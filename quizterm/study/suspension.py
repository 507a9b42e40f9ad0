"""Cards and exercises put away until they are resumed, and leeches, which are done with when they are resumed."""

from dataclasses import dataclass

from quizterm.errors import UsageError
from quizterm.memory.events import Draft, EventKind
from quizterm.store.rows import Item, exercise_key
from quizterm.study.exercises import find_exercise, listed_exercises
from quizterm.study.find_item import find_item
from quizterm.study.session import Study


@dataclass(frozen=True, slots=True)
class Suspended:
    """A suspended card or exercise."""

    display_id: str
    title: str  # plain text


def suspended(study: Study) -> tuple[Suspended, ...]:
    """Every suspended card, in course order, then every suspended exercise."""
    cards = [card.id for _, _, card in study.catalog.entries()]
    keys = [*cards, *map(exercise_key, listed_exercises(study))]
    items = study.store.items_by_keys(keys).values()
    return tuple(_named(study, item) for item in items if item.state.suspended)


def resume(study: Study, name: str) -> Suspended:
    """Ask a card or an exercise again that was suspended; a leech is none any more until it is forgotten often again.

    Args:
        name: as `find_item` understands it.

    Raises:
        UsageError: there is no such card or exercise, or it is neither suspended nor a leech.
    """
    item = find_item(study, name)
    named = _named(study, item)
    if not (item.state.suspended or item.state.leech):
        raise UsageError(f"{named.display_id} is not suspended; `quizterm resume` lists what is")
    study.store.append([Draft(EventKind.RESUMED, study.now(), item.id)], expect={item.id: item.shown()})
    study.forget_load()
    return named


def _named(study: Study, item: Item) -> Suspended:
    slug = item.key.removeprefix(exercise_key(""))
    if slug in listed_exercises(study):
        return Suspended(slug, find_exercise(study, slug).title)
    card = study.catalog.card(item.key)
    return Suspended(item.key, item.key) if card is None else Suspended(study.catalog.display_id(card.id), card.title)
