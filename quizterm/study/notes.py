"""The learner's own notes on cards, kept in the log: so they are exported, merged and undone like all the rest."""

import json

from quizterm.errors import UsageError
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fold import active
from quizterm.study.session import Study

LONGEST_NOTE = 10_000  # characters


def note_on(study: Study, item_id: int) -> str:
    """The note on a card, Markdown; empty if there is none."""
    noted = [event for event in active(study.store.history(item_id)) if event.kind is EventKind.NOTED]
    text: str = json.loads(noted[-1].detail or "{}").get("text", "") if noted else ""
    return text


def item_of(study: Study, name: str) -> int:
    """The id of the item of a card that is named as `Catalog.find_card` understands.

    Raises:
        UsageError: there is no such card.
    """
    card = study.catalog.find_card(name)
    item = study.store.item_by_key(card.id)
    if item is None:
        raise UsageError(f"{name}: not among the scheduled cards; close quizterm everywhere and open it again")
    return item.id


def keep_note(study: Study, item_id: int, text: str) -> bool:
    """Keep a note in the place of the one before; an empty one takes it away. Whether anything changed.

    Raises:
        UsageError: the note is too long to keep.
    """
    text = text.strip()
    if text == note_on(study, item_id):
        return False
    if len(text) > LONGEST_NOTE:
        raise UsageError(f"a note holds at most {LONGEST_NOTE:,} characters; this one has {len(text):,}")
    study.store.append([Draft(EventKind.NOTED, study.now(), item_id, detail=json.dumps({"text": text}))])
    return True
