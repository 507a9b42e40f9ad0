"""What the log says: the history of one item, and what happened on a day or ever."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Select, and_, bindparam, func, literal_column, or_, select

from quizterm.memory.events import Event, EventKind
from quizterm.memory.fold import Takings, active
from quizterm.memory.item import Rating
from quizterm.store.connection import Database, DriverQuery
from quizterm.store.rows import ItemKind
from quizterm.store.schema import RANDOM_BITS, event, item

KINDS = {kind.value: kind for kind in EventKind}  # quicker than the enumeration itself
_RATINGS: dict[int | None, Rating | None] = {None: None, **{rating.value: rating for rating in Rating}}
EVENT_COLUMNS = tuple(event.c[name] for name in Event._fields)
_DAY_MS = 86_400_000


def _history() -> Select[Any]:
    """One item's events, and those that take one of them, its cause, or such a taking back, back."""
    own = event.c.item_id == bindparam("item_id")
    causes = select(event.c.cause).where(own, event.c.cause.is_not(None))
    concerned = select(select(event.c.id).where(own).union(causes).subquery()).cte("concerned", recursive=True)
    concerned = concerned.union(select(event.c.id).join(concerned, event.c.target == concerned.c.id))
    taking = and_(event.c.id.in_(select(concerned.c.id)), event.c.target.is_not(None))
    return select(*EVENT_COLUMNS).where(or_(own, taking)).order_by(event.c.id)


_HISTORY = DriverQuery(_history())
_UNDONE = select(*EVENT_COLUMNS).where(event.c.target.is_not(None))
_READ = select(*EVENT_COLUMNS).where(event.c.kind == literal_column("'read'"))
_UNDONE_SINCE = DriverQuery(
    select(*EVENT_COLUMNS).where(event.c.id >= bindparam("first"), event.c.kind == EventKind.UNDONE)
)
_EXERCISES = select(item.c.id).where(item.c.kind == ItemKind.EXERCISE)  # the few: cards are the others
_OF_KIND = {ItemKind.CARD: event.c.item_id.not_in(_EXERCISES), ItemKind.EXERCISE: event.c.item_id.in_(_EXERCISES)}
_CARDS_REVIEWED_SINCE = and_(
    event.c.id >= bindparam("first"),
    event.c.kind == EventKind.REVIEWED,
    event.c.day >= bindparam("day"),
    _OF_KIND[ItemKind.CARD],
)
_ANSWERS_BY_DAY = select(event.c.day, func.count()).where(_CARDS_REVIEWED_SINCE).group_by(event.c.day)
_REVIEWS = select(func.count()).where(event.c.kind == EventKind.REVIEWED)
_TARGETS = select(event.c.target).where(event.c.target.is_not(None))
_REPLACING = select(event.c.cause).where(event.c.target.is_not(None), event.c.cause.is_not(None))
_MAYBE_GONE = or_(*(column.in_(gone) for column in (event.c.id, event.c.cause) for gone in (_TARGETS, _REPLACING)))
_TARGETED_SINCE = select(event.c.id, event.c.cause, event.c.day).where(_CARDS_REVIEWED_SINCE, _MAYBE_GONE)
_ANY_EVENT = select(event.c.id).limit(1)
_TARGETED_REVIEWS = select(event.c.id, event.c.cause).where(event.c.kind == EventKind.REVIEWED, _MAYBE_GONE)


def events_from(rows: Iterable[Sequence[Any]]) -> list[Event]:
    """The events in rows of `EVENT_COLUMNS`."""
    return [event_from(row) for row in rows]


def event_from(row: Sequence[Any]) -> Event:
    """The event in the columns `EVENT_COLUMNS`."""
    event_id, kind, item_id, at, offset, day, rating, *rest = row
    return Event(event_id, KINDS[kind], item_id, at, offset, day, _RATINGS[rating], *rest)


def history(database: Database, item_id: int) -> list[Event]:
    """All events of one item, oldest first, with every UNDONE event that concerns one of them."""
    return events_from(_HISTORY.rows(database, {"item_id": item_id}))


def undone_events(database: Database) -> list[Event]:
    """Every UNDONE event of the log."""
    return events_from(database.core.execute(_UNDONE))


def attempts(database: Database, item_id: int) -> list[Event]:
    """The attempts at one exercise that were not undone, oldest first."""
    return [event for event in active(history(database, item_id)) if event.kind is EventKind.ATTEMPTED]


def read_sections(database: Database) -> set[str]:
    """The sections that were read to their end, as the events name them."""
    read = events_from(database.core.execute(_READ))
    kept = active([*read, *undone_events(database)]) if read else []
    return {json.loads(event.detail)["section"] for event in kept if event.kind is EventKind.READ and event.detail}


def reviews_total(database: Database, kind: ItemKind) -> int:
    """See `Store.reviews_total`."""
    total: int = database.core.execute(_REVIEWS.where(_OF_KIND[kind])).scalar_one()
    gone = taken_back(undone_events(database))
    targeted = database.core.execute(_TARGETED_REVIEWS.where(_OF_KIND[kind])).all()
    return total - sum(event_id in gone or cause in gone for event_id, cause in targeted)


def answers_by_day(database: Database, day: int) -> dict[int, int]:
    """See `Store.answers_by_day`."""
    since = {"first": first_id(day), "day": day}
    counts: Counter[int] = Counter(dict(database.core.execute(_ANSWERS_BY_DAY, since).all()))
    gone = taken_back_since(database, day)
    for event_id, cause, answered_on in database.core.execute(_TARGETED_SINCE, since) if gone else ():
        counts[answered_on] -= event_id in gone or cause in gone
    return {answered_on: count for answered_on, count in counts.items() if count}


def is_empty(database: Database) -> bool:
    """See `Store.is_empty`."""
    return database.core.execute(_ANY_EVENT).first() is None


def taken_back(undone: Iterable[Event]) -> set[int]:
    """The ids whose events, and whatever they caused, do not count, from all UNDONE events."""
    takings = Takings()
    for one in sorted(undone, reverse=True):
        takings.counts(one.id, one.cause, one.target)
    return takings.gone


def taken_back_since(database: Database, day: int) -> set[int]:
    """The same, as far as it was taken back on a study day or later."""
    return taken_back(events_from(_UNDONE_SINCE.rows(database, {"first": first_id(day)})))


def first_id(day: int) -> int:
    """What the ids of all events of a study day, and of later ones, are not below.

    An event's order is never below its clock, and a study day begins less than a day before its date in UTC.
    """
    return (day - 1) * _DAY_MS << RANDOM_BITS
