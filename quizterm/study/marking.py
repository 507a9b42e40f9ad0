"""What a learner does to cards outside a review: forget, set due, bury, suspend, flag. Each is one action of the log.

Cards, and exercises too, are named as `find_item` understands. Every function returns one plain sentence on how they
stand now; one that stood so before is left alone.
"""

from collections.abc import Callable, Sequence

from quizterm.memory.days import date_of
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fold import KEEP_LAPSES
from quizterm.memory.item import ItemState, Phase
from quizterm.store.rows import Item, exercise_key
from quizterm.study.find_item import find_item
from quizterm.study.session import Study
from quizterm.study.words import count_text

_CHANGING_DAYS = frozenset({EventKind.RESET, EventKind.DUE_SET, EventKind.SUSPENDED, EventKind.RESUMED})


def forget(study: Study, names: Sequence[str], *, keep_lapses: bool = False) -> str:
    """Make cards new again; suspended and flagged ones stay so.

    Args:
        keep_lapses: go on counting how often they were forgotten; a leech stays one.

    Raises:
        UsageError: there is no such card.
        ItemChangedError: another quizterm changed one of them at the same moment; nothing was done.
    """

    def is_needed(state: ItemState) -> bool:
        return state.phase is not Phase.NEW or (state.lapses > 0 and not keep_lapses)

    items = _items(study, names)
    _do(study, items, is_needed, EventKind.RESET, detail=KEEP_LAPSES if keep_lapses else None)
    kept = ", lapses kept" if keep_lapses else ""
    return _sentence(study, items, f"new again{kept}{_asleep(items)}")


def set_due(study: Study, names: Sequence[str], day: int) -> str:
    """Ask cards on a study day of the learner's choice, buried and in steps or not.

    What is known of how well a card is remembered stays. A new one counts as known until that day (`fold`).

    Args:
        day: today or later, counted from 1970-01-01; `day_from` reads it from words.

    Raises:
        UsageError: there is no such card.
        ItemChangedError: another quizterm changed one of them at the same moment; nothing was done.
    """

    def is_needed(state: ItemState) -> bool:
        return (state.due_day, state.due_at, state.buried_day) != (day, None, None)

    items = _items(study, names)
    _do(study, items, is_needed, EventKind.DUE_SET, due_day=day)
    date = date_of(day)
    return _sentence(study, items, f"due on {date:%A}, {date.day} {date:%B %Y}{_asleep(items)}")


def bury(study: Study, names: Sequence[str]) -> str:
    """Hide cards until the next study day.

    Raises:
        UsageError: there is no such card.
        ItemChangedError: another quizterm changed one of them at the same moment; nothing was done.
    """
    today, items = study.now().day, _items(study, names)
    _do(study, items, lambda state: state.buried_day != today, EventKind.BURIED)
    return _sentence(study, items, "buried until tomorrow")


def suspend(study: Study, names: Sequence[str]) -> str:
    """Ask cards no more until they are resumed.

    Raises:
        UsageError: there is no such card.
        ItemChangedError: another quizterm changed one of them at the same moment; nothing was done.
    """
    items = _items(study, names)
    _do(study, items, lambda state: not state.suspended, EventKind.SUSPENDED)
    return _sentence(study, items, "suspended until resumed")


def resume(study: Study, names: Sequence[str]) -> str:
    """Ask suspended cards again; leeches are none any more until they are forgotten often again.

    Raises:
        UsageError: there is no such card.
        ItemChangedError: another quizterm changed one of them at the same moment; nothing was done.
    """
    items = _items(study, names)
    _do(study, items, lambda state: state.suspended or state.leech, EventKind.RESUMED)
    return _sentence(study, items, "asked again")


def flag(study: Study, names: Sequence[str], *, on: bool = True) -> str:
    """Put the learner's flag on cards, or take it off.

    Raises:
        UsageError: there is no such card.
        ItemChangedError: another quizterm changed one of them at the same moment; nothing was done.
    """
    items = _items(study, names)
    _do(study, items, lambda state: state.flagged is not on, EventKind.FLAGGED if on else EventKind.UNFLAGGED)
    return _sentence(study, items, "flagged" if on else "no longer flagged")


def _items(study: Study, names: Sequence[str]) -> list[Item]:
    known = study.store.items_by_keys(names)
    items = [known[name] if name in known else find_item(study, name) for name in names]
    return list({item.id: item for item in items}.values())


def _do(
    study: Study,
    items: Sequence[Item],
    is_needed: Callable[[ItemState], bool],
    kind: EventKind,
    *,
    due_day: int | None = None,
    detail: str | None = None,
) -> None:
    needed, now = [item for item in items if is_needed(item.state)], study.now()
    if needed:
        drafts = [Draft(kind, now, item.id, due_day=due_day, detail=detail) for item in needed]
        study.store.append(drafts, expect={item.id: item.shown() for item in needed})
        if kind in _CHANGING_DAYS:
            study.forget_load()


def _sentence(study: Study, items: Sequence[Item], how: str) -> str:
    if len(items) != 1:
        return f"{count_text(len(items), 'card')} are {how}"
    key = items[0].key
    slug = key.removeprefix(exercise_key(""))
    return f"{slug if slug != key else study.catalog.display_id(key)} is {how}"


def _asleep(items: Sequence[Item]) -> str:
    """What the learner may have forgotten: a suspended card is not asked, whatever its day."""
    number = sum(item.state.suspended for item in items)
    which = "" if number == len(items) else f"{number:,} of them "
    return f", {which}still suspended" if number else ""
