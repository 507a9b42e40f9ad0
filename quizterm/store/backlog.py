"""What piled up while the learner was away, and the memory of what is due."""

from itertools import pairwise

from sqlalchemy import bindparam, func, literal_column, select

from quizterm.memory.events import EventKind, Moment
from quizterm.memory.gain import Trace
from quizterm.store.connection import Database
from quizterm.store.orders import ordering
from quizterm.store.rows import Backlog, DueOrder
from quizterm.store.schema import CARD, RANDOM_BITS, SCHEDULED, event, item

_DAY_MS = 86_400_000
_UNBURIED = item.c.buried_day.is_distinct_from(bindparam("today"))

_REVIEWED = event.c.kind == EventKind.REVIEWED
_DAYS_SINCE = select(event.c.day).where(_REVIEWED, event.c.id >= bindparam("first")).distinct()
_DAY_BEFORE = select(event.c.day).where(_REVIEWED, event.c.id < bindparam("first")).order_by(event.c.id.desc()).limit(1)
_OVERDUE = select(func.count()).where(SCHEDULED, CARD, _UNBURIED, item.c.due_day < bindparam("day"))
_A_DAY = select(func.total(literal_column("1.0") / (item.c.due_day - item.c.last_day))).where(
    SCHEDULED, CARD, item.c.due_day > item.c.last_day
)
_LEAST_LIKELY = (
    select(item.c.id)
    .where(SCHEDULED, CARD, _UNBURIED, item.c.due_day <= bindparam("today"), item.c.last_day.is_not(None))
    .order_by(*ordering(DueOrder.RECALL))
    .limit(bindparam("limit"))
)
_TRACES = select(item.c.id, item.c.stability, item.c.difficulty, item.c.last_day).where(item.c.id.in_(_LEAST_LIKELY))

_CALLED = (
    select(item.c.id)
    .join(event, event.c.item_id == item.c.id)
    .where(
        event.c.id >= bindparam("first"),
        event.c.kind.in_([literal_column(f"'{kind}'") for kind in (EventKind.BROUGHT_BACK, EventKind.DUE_SET)]),
        event.c.day == bindparam("today"),
        *(SCHEDULED, CARD, _UNBURIED, item.c.due_day <= bindparam("today")),
    )
    .order_by(event.c.id.desc())
)


def backlog(database: Database, now: Moment, break_days: int, look_back: int) -> Backlog | None:
    """See `Store.backlog`."""
    found = _newest_break(database, now.day, break_days, look_back)
    if found is None:
        return None
    last_day, return_day = found
    waiting: int = database.core.execute(_OVERDUE, {"today": now.day, "day": return_day}).scalar_one()
    if waiting == 0:
        return None
    return Backlog(last_day, return_day, waiting, database.core.execute(_A_DAY).scalar_one())


def traces(database: Database, now: Moment, limit: int) -> list[Trace]:
    """See `Store.traces`."""
    return [Trace(*row) for row in database.core.execute(_TRACES, {"today": now.day, "limit": limit})]


def called_ids(database: Database, now: Moment) -> list[int]:
    """See `Store.called_ids`."""
    rows = database.core.execute(_CALLED, {"today": now.day, "first": _first_order(now.day) << RANDOM_BITS})
    return list(dict.fromkeys(rows.scalars()))


def _newest_break(database: Database, today: int, break_days: int, look_back: int) -> tuple[int, int] | None:
    """The last study day with an answer before the break, and the first one after it, which may be today."""
    first = _first_order(today - look_back) << RANDOM_BITS
    days = {today, *database.core.execute(_DAYS_SINCE, {"first": first}).scalars()}
    before = database.core.execute(_DAY_BEFORE, {"first": first}).scalar()
    if before is not None:
        days.add(before)
    answered = sorted((day for day in days if day <= today), reverse=True)
    breaks = ((earlier, later) for later, earlier in pairwise(answered) if later - earlier > break_days)
    return next(breaks, None)


def _first_order(day: int) -> int:
    """An event of a study day, or of a later one, has this order at least: it is never below the event's clock."""
    return (day - 1) * _DAY_MS  # a study day begins less than a day before its date in UTC
