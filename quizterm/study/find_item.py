"""The scheduled item that a name of the command line stands for."""

from quizterm.errors import UsageError
from quizterm.store.rows import Item, exercise_key
from quizterm.study.exercises import listed_exercises
from quizterm.study.session import Study


def find_item(study: Study, name: str) -> Item:
    """The item of an exercise, or of a card.

    Args:
        name: an exercise's slug, a card as `Catalog.find_card` understands it, or an item's key, vanished or not.

    Raises:
        UsageError: there is no such card or exercise.
    """
    key = exercise_key(name) if name in listed_exercises(study) else name
    item = study.store.item_by_key(key)
    if item is None:
        item = study.store.item_by_key(study.catalog.find_card(name).id)
    if item is None:
        raise UsageError(f"{name}: not among the scheduled items; close quizterm everywhere and open it again")
    return item
