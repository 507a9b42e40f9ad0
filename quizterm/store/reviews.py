"""All reviews of cards, one by one or as columns of numbers, for what looks at many of them at once."""

from array import array
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from sqlalchemy import ColumnElement, case, literal_column, select

from quizterm.memory.events import EventKind
from quizterm.store.connection import Database, DriverSql
from quizterm.store.history import taken_back, undone_events
from quizterm.store.schema import CARD, PRESENT, event, item

_KINDS: list[ColumnElement[str]] = [
    literal_column(f"'{kind}'") for kind in (EventKind.REVIEWED, EventKind.RESET, EventKind.PLACED, EventKind.DUE_SET)
]
_EVENTS = DriverSql(
    select(
        event.c.id,
        event.c.cause,
        event.c.item_id,
        event.c.kind,
        event.c.rating,
        event.c.day,
        event.c.duration,
        event.c.due_at,
        case((PRESENT, item.c.lesson_id), else_=literal_column("0")),
    )
    .join(item, event.c.item_id == item.c.id)
    .where(event.c.kind.in_(_KINDS), CARD)
    .order_by(event.c.item_id, event.c.id)
)
_ROWS_AT_ONCE = 10_000


class Review(NamedTuple):
    """One answer to a card. A card that was reset counts as another.

    An answer to a card that was placed, or whose due day was set while it was new, is marked, since it is not known how
    the card was learnt.
    """

    card: int  # of no meaning but to tell cards apart
    lesson: int  # id of the card's lesson; 0 for a card that is gone from the content
    rating: int
    day: int
    duration: int  # milliseconds; -1 if unknown
    steps: bool  # a learning step began with the answer; else the card comes back on a later day
    id: int  # sorts all reviews by time
    placed: bool  # the card counted as known before it was first answered


class ReviewColumns(NamedTuple):
    """The members of `Review`, one number for each review."""

    card: "array[int]"
    lesson: "array[int]"
    rating: "array[int]"
    day: "array[int]"
    duration: "array[int]"
    steps: "array[int]"
    id: "array[int]"
    placed: "array[int]"


def reviews(database: Database) -> Iterator[Review]:
    """See `Store.reviews`."""
    gone = taken_back(undone_events(database))
    card, before, placed = 0, None, False
    newest: Review | None = None  # of the card; told when nothing can change any more how it comes back
    for event_id, cause, item_id, kind, rating, day, duration, due_at, lesson in database.driver.execute(_EVENTS.text):
        if event_id in gone or cause in gone:
            continue
        is_other = item_id != before or kind == EventKind.RESET
        if newest is not None and (is_other or kind == EventKind.REVIEWED):
            yield newest
        if is_other:
            card, before, placed, newest = card + 1, item_id, False, None
        if kind == EventKind.REVIEWED:
            known = -1 if duration is None else duration
            newest = Review(card, lesson, rating, day, known, due_at is not None, event_id, placed)
        elif kind in (EventKind.PLACED, EventKind.DUE_SET):
            if newest is None:
                placed = True
            elif kind == EventKind.DUE_SET:
                newest = newest._replace(steps=False)
    if newest is not None:
        yield newest


def review_columns(database: Database) -> ReviewColumns:
    """See `Store.review_columns`."""
    columns = ReviewColumns(*(array("q") for _ in ReviewColumns._fields))
    rows = reviews(database)
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        for column, values in zip(columns, zip(*some, strict=True), strict=True):
            column.extend(values)
    return columns
