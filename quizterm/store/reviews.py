"""All reviews of cards as columns of numbers, for what looks at many of them at once."""

from array import array
from typing import NamedTuple

from sqlalchemy import ColumnElement, literal_column, select

from quizterm.memory.events import EventKind
from quizterm.store.connection import Database, driver_sql
from quizterm.store.history import taken_back, undone_events
from quizterm.store.schema import CARD, event, item

_KINDS: list[ColumnElement[str]] = [
    literal_column(f"'{kind}'") for kind in (EventKind.REVIEWED, EventKind.RESET, EventKind.PLACED, EventKind.DUE_SET)
]
_EVENTS = driver_sql(
    select(
        event.c.id,
        event.c.cause,
        event.c.item_id,
        event.c.kind,
        event.c.rating,
        event.c.day,
        event.c.duration,
        event.c.due_at,
    )
    .join(item, event.c.item_id == item.c.id)
    .where(event.c.kind.in_(_KINDS), CARD)
    .order_by(event.c.item_id, event.c.id)
)


class ReviewColumns(NamedTuple):
    """One number per review in each, grouped by card and in order of time. A card that was reset counts as another.

    An answer to a card that was placed, or whose due day was set while it was new, is marked, since it is not known how
    the card was learnt.
    """

    card: "array[int]"
    item: "array[int]"  # the id of the card's item
    rating: "array[int]"
    day: "array[int]"
    id: "array[int]"  # sorts all reviews by time
    duration: "array[int]"  # milliseconds; -1 if unknown
    placed: "array[int]"  # 1 if the card counted as known before it was first answered
    steps: "array[int]"  # 1 if a learning step began with the answer, 0 if the card comes back on a later day


def review_columns(database: Database) -> ReviewColumns:
    """See `Store.review_columns`."""
    gone = taken_back(undone_events(database))
    columns = ReviewColumns(*(array("q") for _ in ReviewColumns._fields))
    card, before, placed, answered = 0, None, False, False
    for event_id, cause, item_id, kind, rating, day, duration, due_at in database.driver.execute(_EVENTS):
        if event_id in gone or cause in gone:
            continue
        if item_id != before or kind == EventKind.RESET:
            card, before, placed, answered = card + 1, item_id, False, False
        if kind in (EventKind.PLACED, EventKind.DUE_SET):
            placed = placed or not answered
        elif kind == EventKind.REVIEWED:
            answered = True
            known = -1 if duration is None else duration
            row = (card, item_id, rating, day, event_id, known, placed, due_at is not None)
            for column, value in zip(columns, row, strict=True):
                column.append(value)
    return columns
