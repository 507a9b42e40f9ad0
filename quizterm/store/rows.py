"""What goes into the store and comes out of it, as plain data: needs no SQLAlchemy."""

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from typing import NamedTuple

from quizterm.memory.events import EventKind
from quizterm.memory.item import ItemState


class ItemKind(IntEnum):
    """The two kinds of items. The values are stored."""

    CARD = 0
    EXERCISE = 1


class DueOrder(StrEnum):
    """In which order the items are asked that wait for a day; ended steps come before them. The values are settings."""

    DUE = "due"  # the longest overdue first
    RECALL = "recall"  # the lowest chance of recall first
    RANDOM = "random"  # another order on each study day
    LESSON = "lesson"  # the order of the content


class ItemRow(NamedTuple):
    """One item of the content, as `Store.sync` takes it.

    The key of a card is `course.lesson.card`, that of an exercise is `exercise_key(slug)`.
    """

    key: str
    kind: ItemKind
    content_hash: str  # equal texts have equal hashes; empty: never followed
    was: Sequence[str] = ()  # keys it had before, newest first


class LessonRow(NamedTuple):
    """One lesson of the content with its items, in the order in which they are met."""

    key: str  # course.lesson
    items: Sequence[ItemRow]


class Synced(NamedTuple):
    """What a sync changed. Keys stand in the order of the content, vanished ones in that of the old content."""

    added: list[str]
    renamed: list[tuple[str, str]]  # old key, new key
    vanished: list[str]
    returned: list[str]


class Shown(NamedTuple):
    """An item as it was shown to the learner.

    The version alone does not tell it: other weights, or an older event that a merge brings, change only the state.
    """

    version: int
    state: ItemState
    weights: int | None = None  # id of those that the shown days follow from; None where none do


class Item(NamedTuple):
    """One scheduled item.

    `version` is the id of the newest event that changed it, 0 if none did. Whoever shows the item hands `shown` back
    to `Store.append`, which refuses when another quizterm changed the item meanwhile.
    """

    id: int
    key: str
    kind: ItemKind
    state: ItemState
    version: int
    gone: bool  # no longer in the content

    def shown(self, weights: int | None = None) -> Shown:
        """What `Store.append` compares.

        Args:
            weights: the id of those under which its next days were computed.
        """
        return Shown(self.version, self.state, weights)


class PerKind(NamedTuple):
    """One number for each kind of item."""

    cards: int = 0
    exercises: int = 0


class Counts(NamedTuple):
    """How many items wait. Suspended items and those gone from the content never count."""

    due: PerKind  # their moment or day has come
    new: PerKind  # never answered
    learning: PerKind  # their steps end later, but on this study day
    next_due_at: int | None  # when the first of those ends, milliseconds UTC
    tomorrow: PerKind  # due on the next study day if nothing is answered until then
    week: PerKind  # due seven study days from now if nothing is answered until then


class Backlog(NamedTuple):
    """What piled up in a break, and is not worked off yet."""

    last_day: int  # the last study day with an answer before the break
    return_day: int  # the first one with an answer after it; today if there was none yet
    waiting: int  # cards that were due before the return, and were not answered since
    a_day: float  # cards that come due on an average day, if each kept its present interval


class Answered(NamedTuple):
    """What was answered on one study day, undone answers left out."""

    answers: PerKind  # graded answers, several of one item included
    introduced: PerKind  # items whose first answer it was
    reviewed: PerKind  # items that had been answered on an earlier day


class Progress(NamedTuple):
    """How far one lesson is learned, in cards."""

    total: int
    answered: int  # at least once


class Undone(NamedTuple):
    """An action that was taken back."""

    action: int  # id of the event that began it
    kinds: frozenset[EventKind]
    item_ids: list[int]  # those whose state may have changed


def exercise_key(slug: str) -> str:
    """The key of an exercise; no card's key holds a colon."""
    return f"exercise:{slug}"
