"""Cards that the learner answered or marked, and that no loaded lesson holds any more."""

from dataclasses import dataclass

from quizterm import paths
from quizterm.memory.events import EventKind
from quizterm.memory.fold import active
from quizterm.study.session import Study, open_study


@dataclass(frozen=True, slots=True)
class Vanished:
    """A card without a lesson. Its history waits for the day it comes back, or is followed by `was=`."""

    id: str  # full
    answers: int  # that were not undone


def vanished_cards() -> tuple[Vanished, ...]:
    """The vanished cards of the learner's data, by id; none where nothing was ever answered."""
    if not paths.database_file().exists():
        return ()
    with open_study() as study:
        return tuple(Vanished(item.key, _answers(study, item.id)) for item in study.store.vanished_cards())


def _answers(study: Study, item_id: int) -> int:
    return sum(event.kind is EventKind.REVIEWED for event in active(study.store.history(item_id)))
