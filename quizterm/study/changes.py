"""What a learner does to one item of a list: put it away and back, mark it, let it begin anew. Each can be undone."""

from quizterm.memory.events import Draft, EventKind
from quizterm.store.rows import Item
from quizterm.study.session import Study


def toggle_suspended(study: Study, item: Item) -> str:
    """Suspend an item, or resume it; returns one plain sentence.

    Raises:
        ItemChangedError: another quizterm changed the item since it was shown.
    """
    if item.state.suspended:
        return _change(study, item, EventKind.RESUMED, "Asked again from now on")
    return _change(study, item, EventKind.SUSPENDED, "Suspended: not asked until it is resumed")


def toggle_flagged(study: Study, item: Item) -> str:
    """Flag an item, or take its flag away; returns one plain sentence.

    Raises:
        ItemChangedError: another quizterm changed the item since it was shown.
    """
    if item.state.flagged:
        return _change(study, item, EventKind.UNFLAGGED, "The flag is gone")
    return _change(study, item, EventKind.FLAGGED, "Flagged: is:flagged finds it in Browse")


def reset_schedule(study: Study, item: Item) -> str:
    """Make an item new again, as if it had never been answered; returns one plain sentence.

    Raises:
        ItemChangedError: another quizterm changed the item since it was shown.
    """
    return _change(study, item, EventKind.RESET, "New again; u takes it back")


def _change(study: Study, item: Item, kind: EventKind, sentence: str) -> str:
    study.store.append([Draft(kind, study.now(), item.id)], expect={item.id: item.version})
    study.forget_load()
    return sentence
