"""Taking back the newest action, of whatever age: an answer, a bury, a suspend, an attempt with all it brought back."""

from dataclasses import dataclass

from quizterm.memory.events import EventKind
from quizterm.store import rows as store
from quizterm.store.rows import Item
from quizterm.study.session import Study
from quizterm.study.words import count_text

# An attempt may also grade the exercise and bring cards back: the sentence names the first kind that happened.
_DONE = {
    EventKind.ATTEMPTED: "the attempt at",
    EventKind.REVIEWED: "the answer to",
    EventKind.LEECH: "the marking as a leech of",
    EventKind.BURIED: "the burying of",
    EventKind.SUSPENDED: "the suspending of",
    EventKind.RESUMED: "the resuming of",
    EventKind.FLAGGED: "the flagging of",
    EventKind.UNFLAGGED: "the taking off of the flag of",
    EventKind.DUE_SET: "the due day of",
    EventKind.RESET: "the resetting of",
    EventKind.NOTED: "the note on",
    EventKind.BROUGHT_BACK: "the bringing back of",
    EventKind.PLACED: "the placement of",
    EventKind.REFIT: "the fitting of weights",
    EventKind.RESCHEDULED: "the rescheduling of",
}


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back."""

    action: int  # id of the event that began it
    kind: EventKind
    item_ids: tuple[int, ...]
    sentence: str  # plain text


def undo_newest(study: Study) -> Undone | None:
    """Append the undoing of the newest action; None when nothing is left to undo."""
    return _told(study, study.store.undo(study.now()), "Took back")


def redo_newest(study: Study) -> Undone | None:
    """Do again what was undone last; None when nothing is, or something was done since."""
    return _told(study, study.store.redo(study.now()), "Did again")


def _told(study: Study, undone: store.Undone | None, verb: str) -> Undone | None:
    if undone is None:
        return None
    study.forget_load()
    item = study.store.item(undone.item_ids[0]) if undone.item_ids else None
    name = _name(study, item) if item is not None else ""
    kind = next(kind for kind in _DONE if kind in undone.kinds)
    done = _grade_chosen(study, undone) or _DONE[kind]
    others = len(undone.item_ids) - 1
    came = f"{others:,} more" if len(undone.kinds) == 1 else f"what came with it ({count_text(others, 'item')})"
    also = f" and {came}" if others > 0 else ""
    of = f" “{name}”" if item is not None else ""
    return Undone(undone.action, kind, tuple(undone.item_ids), f"{verb} {done}{of}{also}")


def _grade_chosen(study: Study, undone: store.Undone) -> str:
    """The grade that was put in the place of another one; empty if that is not what was done."""
    if EventKind.UNDONE not in undone.kinds:
        return ""
    [chosen] = [event for event in study.store.history(undone.item_ids[0]) if event.id == undone.action]
    return f"the grade {chosen.rating.name.capitalize()} of" if chosen.rating is not None else ""


def _name(study: Study, item: Item) -> str:
    card = study.catalog.card(item.key)
    return (
        card.title if card is not None else item.key.rpartition(":")[2]
    )  # an exercise's slug, or a vanished card's id
