"""The append-only log of everything that happened to the learner's items.

The log is the truth; states are folds of it.
"""

from enum import StrEnum
from typing import NamedTuple

from quizterm.memory.item import Rating


class EventKind(StrEnum):
    """What happened. The values are stored and exported: they never change their meaning."""

    REVIEWED = "reviewed"
    UNDONE = "undone"
    BROUGHT_BACK = "brought-back"
    BURIED = "buried"
    SUSPENDED = "suspended"
    RESUMED = "resumed"
    FLAGGED = "flagged"
    UNFLAGGED = "unflagged"
    LEECH = "leech"
    RESET = "reset"
    PLACED = "placed"
    READ = "read"
    ATTEMPTED = "attempted"
    STARTED = "started"
    HINTED = "hinted"
    REFIT = "refit"
    RESCHEDULED = "rescheduled"
    DUE_SET = "due-set"
    NOTED = "noted"


class Moment(NamedTuple):
    """A point in time as the log keeps it."""

    at: int  # milliseconds UTC
    offset: int  # minutes east of UTC, of the learner's zone at that time
    day: int  # study day, counted from 1970-01-01


class Draft(NamedTuple):
    """An event that is not in the log yet; the store gives it an id in its write transaction."""

    kind: EventKind
    moment: Moment
    item_id: int | None = None
    rating: Rating | None = None
    duration: int | None = None  # milliseconds from question to grade
    weights: int | None = None  # id of the FSRS weights in force
    due_day: int | None = None  # the study day that was chosen
    due_at: int | None = None  # milliseconds UTC, while steps run
    target: int | None = None  # an UNDONE event: the id of the event it takes back
    detail: str | None = None  # JSON; its schema depends on the kind


class Event(NamedTuple):
    """One row of the log.

    `id` is `order << 20 | random bits`, where `order` (milliseconds) never runs backwards within a log: ids sort
    events as they happened, and are unique across machines.
    `cause` is the id of the event that began the same action; undoing that one takes back all of them. An UNDONE
    event may target another UNDONE event: that is a redo. One with a cause belongs to an action that puts something in
    the place of its target, and is the last of it.
    """

    id: int
    kind: EventKind
    item_id: int | None
    at: int
    offset: int
    day: int
    rating: Rating | None = None
    duration: int | None = None
    weights: int | None = None
    due_day: int | None = None
    due_at: int | None = None
    target: int | None = None
    cause: int | None = None
    detail: str | None = None
