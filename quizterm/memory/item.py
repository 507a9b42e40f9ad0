"""What the memory model knows about one scheduled item, a card or an exercise."""

from enum import IntEnum
from typing import NamedTuple

LONGEST_ANSWER_MS = 60_000  # a longer answer was an interruption, and counts as so much


class Rating(IntEnum):
    """The learner's grade of one answer."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Phase(IntEnum):
    """Where an item stands between its first answer and long intervals."""

    NEW = 0
    LEARNING = 1
    REVIEW = 2
    RELEARNING = 3


class ItemState(NamedTuple):
    """The fold of an item's events.

    A new item has no due day, stability or difficulty. While learning steps run, `due_at` holds the moment the
    next one ends, and `due_day` the study day that moment falls on; otherwise only `due_day` is set.
    """

    phase: Phase = Phase.NEW
    step: int = 0  # index of the running learning or relearning step
    due_day: int | None = None  # study day, counted from 1970-01-01
    due_at: int | None = None  # milliseconds UTC
    stability: float | None = None  # days until recall falls to 90 %
    difficulty: float | None = None  # 1 (easy) to 10
    last_day: int | None = None  # study day of the last review
    reps: int = 0
    lapses: int = 0
    suspended: bool = False
    buried_day: int | None = None  # hidden on this study day only
    front: int = 0  # among the lesson's new items, larger comes first; 0 keeps the lesson's own order
    flagged: bool = False  # by the learner, for whatever reason
    leech: bool = False  # forgotten again and again, and not dealt with since


NEW_ITEM = ItemState()
