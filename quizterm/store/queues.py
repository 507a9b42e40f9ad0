"""What is due, new or soon due: counts and ids, from the partial indexes alone.

An item is due when the moment of its running step or, without one, its day has come. Items that are suspended, gone
from the content, or buried on the day in question are left out.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Integer, Select, bindparam, func, literal_column, select

from quizterm.memory.events import Moment
from quizterm.store.connection import Database, DriverQuery
from quizterm.store.orders import ordering, shuffle
from quizterm.store.rows import Counts, DueOrder, ItemKind, PerKind, Progress
from quizterm.store.schema import CARD, LEARNING, LIVE, NEW, PRESENT, SCHEDULED, item, lesson

_WEEK = 7
_NO_LIMIT = -1
_EVER = -(1 << 63)  # before any moment, also before 1970

# Named one by one, SQLite seeks each kind in the index; without the condition it would read the whole index.
_ANY_KIND = item.c.kind.in_([literal_column(str(kind.value)) for kind in ItemKind])
_UNSUSPENDED = item.c.suspended == literal_column("0")
_UNBURIED = item.c.buried_day.is_distinct_from(bindparam("today"))


class _Query:
    """A query over all lessons, or over some of them."""

    def __init__(self, statement: Select[Any]) -> None:
        wanted = lesson.alias()
        some = select(wanted.c.id).where(wanted.c.key.in_(bindparam("lesson_keys", expanding=True)))
        self._everywhere = statement
        self._in_lessons = statement.where(item.c.lesson_id.in_(some))

    def rows(
        self, database: Database, lesson_keys: Collection[str] | None, **parameters: int
    ) -> Sequence[tuple[Any, ...]]:
        if lesson_keys is None:
            return self._by_driver.rows(database, parameters)
        return database.core.execute(self._in_lessons, {**parameters, "lesson_keys": list(lesson_keys)}).all()

    def column(self, database: Database, lesson_keys: Collection[str] | None, **parameters: int) -> list[int]:
        """The rows of a query of one column."""
        return [value for (value,) in self.rows(database, lesson_keys, **parameters)]

    @cached_property
    def _by_driver(self) -> DriverQuery:
        return DriverQuery(self._everywhere)


_SCHEDULED_COUNTS = _Query(
    select(item.c.kind, item.c.due_day, item.c.buried_day, func.count())
    .where(SCHEDULED, _ANY_KIND, item.c.due_day <= bindparam("last_day"))
    .group_by(item.c.kind, item.c.due_day, item.c.buried_day)
)
_LEARNING_TIMES = _Query(
    select(item.c.kind, item.c.due_day, item.c.buried_day, item.c.due_at).where(LEARNING, _ANY_KIND)
)
_NEW_COUNTS = _Query(
    select(item.c.kind, func.count()).where(NEW, _UNSUSPENDED, _ANY_KIND, _UNBURIED).group_by(item.c.kind)
)
_LESSONS = select(lesson.c.id, lesson.c.key).order_by(lesson.c.place)
_CARDS_BY_LESSON = _Query(select(item.c.lesson_id, func.count()).where(PRESENT, CARD).group_by(item.c.lesson_id))
_NEW_BY_LESSON = _Query(select(item.c.lesson_id, func.count()).where(NEW, CARD).group_by(item.c.lesson_id))
_DUE_DAYS = select(item.c.due_day, func.count()).where(SCHEDULED, CARD).group_by(item.c.due_day)
_STEP_DAYS = select(item.c.due_day, func.count()).where(LEARNING, CARD).group_by(item.c.due_day)
_SCHEDULED_BY_LESSON = (
    select(item.c.lesson_id, func.count())
    .where(SCHEDULED, CARD, _UNBURIED, item.c.due_day <= bindparam("today"))
    .group_by(item.c.lesson_id)
)
_ENDED_BY_LESSON = (
    select(item.c.lesson_id, func.count())
    .where(LEARNING, CARD, _UNBURIED, item.c.due_at <= bindparam("now"))
    .group_by(item.c.lesson_id)
)
_SUSPENDED_BY_LESSON = (
    select(item.c.lesson_id, func.count())
    .where(PRESENT, CARD, item.c.suspended != literal_column("0"))
    .group_by(item.c.lesson_id)
)

_ONE_KIND = item.c.kind == bindparam("kind")
_SCHEDULED = {
    order: _Query(
        select(item.c.id)
        .where(SCHEDULED, _ONE_KIND, _UNBURIED, item.c.due_day <= bindparam("today"))
        .order_by(*ordering(order))
        .limit(bindparam("limit"))
    )
    for order in DueOrder
}
_AHEAD = _Query(
    select(item.c.id)
    .where(SCHEDULED, CARD, _UNBURIED, item.c.due_day <= bindparam("last_day"), item.c.last_day < bindparam("today"))
    .order_by(*ordering(DueOrder.RECALL))
    .limit(bindparam("limit"))
)
_SEEN = {
    order: _Query(
        select(item.c.id).where(LIVE, CARD, _UNBURIED, item.c.phase != literal_column("0")).order_by(*ordering(order))
    )
    for order in DueOrder
}
_LEARNING = _Query(
    select(item.c.id)
    .where(LEARNING, _ONE_KIND, _UNBURIED, item.c.due_at > bindparam("after"), item.c.due_at <= bindparam("until"))
    .order_by(item.c.due_at, item.c.id)
    .limit(bindparam("limit"))
)
# The plus keeps SQLite from looking lessons up by id: it walks them in order, and can stop at the limit.
_NEW = _Query(
    select(item.c.id)
    .select_from(lesson)
    .join(item, item.c.lesson_id == literal_column("+lesson.id", Integer))
    .where(NEW, _UNSUSPENDED, _ONE_KIND, _UNBURIED, lesson.c.place.is_not(None))
    .order_by(lesson.c.place, item.c.front.desc(), item.c.place)
    .limit(bindparam("limit"))
)


def due_ids(
    database: Database,
    now: Moment,
    kind: ItemKind,
    lesson_keys: Collection[str] | None,
    limit: int | None,
    order: DueOrder,
) -> list[int]:
    """See `Store.due_ids`."""
    ended = ended_ids(database, now, kind, lesson_keys, limit)
    left = None if limit is None else limit - len(ended)
    parameters = {"kind": kind, "today": now.day, "limit": _most(left), **shuffle(order, now.day)}
    return ended + _SCHEDULED[order].column(database, lesson_keys, **parameters)


def ended_ids(
    database: Database, now: Moment, kind: ItemKind, lesson_keys: Collection[str] | None, limit: int | None
) -> list[int]:
    """See `Store.ended_ids`."""
    return _steps(database, now, kind, lesson_keys, after=_EVER, until=now.at, limit=limit)


def ahead_ids(
    database: Database, now: Moment, days: int, lesson_keys: Collection[str] | None, limit: int | None
) -> list[int]:
    """See `Store.ahead_ids`."""
    parameters = {"today": now.day, "last_day": now.day + days, "limit": _most(limit)}
    return _AHEAD.column(database, lesson_keys, **parameters)


def seen_ids(database: Database, now: Moment, lesson_keys: Collection[str] | None, order: DueOrder) -> list[int]:
    """See `Store.seen_ids`."""
    return _SEEN[order].column(database, lesson_keys, today=now.day, **shuffle(order, now.day))


def new_ids(
    database: Database, now: Moment, kind: ItemKind, lesson_keys: Collection[str] | None, limit: int | None
) -> list[int]:
    """See `Store.new_ids`."""
    return _NEW.column(database, lesson_keys, kind=kind, today=now.day, limit=_most(limit))


def learning_ahead(database: Database, now: Moment, until: int, lesson_keys: Collection[str] | None) -> list[int]:
    """See `Store.learning_ahead`."""
    return _steps(database, now, ItemKind.CARD, lesson_keys, after=now.at, until=until, limit=None)


def _steps(
    database: Database,
    now: Moment,
    kind: ItemKind,
    lesson_keys: Collection[str] | None,
    *,
    after: int,
    until: int,
    limit: int | None,
) -> list[int]:
    """The items whose step ends in that time."""
    return _LEARNING.column(
        database, lesson_keys, kind=kind, today=now.day, after=after, until=until, limit=_most(limit)
    )


def _most(limit: int | None) -> int:
    return _NO_LIMIT if limit is None else limit


def counts(database: Database, now: Moment, lesson_keys: Collection[str] | None) -> Counts:
    """See `Store.counts`."""
    due, new, learning, tomorrow, week = (Counter[int]() for _ in range(5))
    ahead = ((due, now.day), (tomorrow, now.day + 1), (week, now.day + _WEEK))
    next_due_at = None
    scheduled = _SCHEDULED_COUNTS.rows(database, lesson_keys, last_day=now.day + _WEEK)
    for kind, due_day, buried_day, number in scheduled:
        for counter, day in ahead:
            if due_day <= day != buried_day:
                counter[kind] += number
    for kind, due_day, buried_day, due_at in _LEARNING_TIMES.rows(database, lesson_keys):
        for counter, day in ahead:
            over = due_at <= now.at or (day > now.day and due_day <= day)
            counter[kind] += over and day != buried_day
        if now.at < due_at and due_day <= now.day != buried_day:
            learning[kind] += 1
            next_due_at = min(due_at, next_due_at or due_at)
    for kind, number in _NEW_COUNTS.rows(database, lesson_keys, today=now.day):
        new[kind] = number
    return Counts(
        due=_per_kind(due),
        new=_per_kind(new),
        learning=_per_kind(learning),
        next_due_at=next_due_at,
        tomorrow=_per_kind(tomorrow),
        week=_per_kind(week),
    )


def lesson_ids(database: Database) -> dict[str, int]:
    """See `Store.lesson_ids`."""
    return {key: id for id, key in database.core.execute(_LESSONS.where(lesson.c.place.is_not(None)))}


def lesson_progress(database: Database, lesson_keys: Collection[str] | None) -> dict[str, Progress]:
    """See `Store.lesson_progress`."""
    totals: dict[int, int] = dict(_CARDS_BY_LESSON.rows(database, lesson_keys))
    new: dict[int, int] = dict(_NEW_BY_LESSON.rows(database, lesson_keys))
    lessons = database.core.execute(_LESSONS)
    return {key: Progress(totals[id], totals[id] - new.get(id, 0)) for id, key in lessons if id in totals}


def due_by_lesson(database: Database, now: Moment) -> dict[str, int]:
    """See `Store.due_by_lesson`."""
    due: Counter[int] = Counter()
    for statement in (_SCHEDULED_BY_LESSON, _ENDED_BY_LESSON):
        due.update(dict(database.core.execute(statement, {"today": now.day, "now": now.at}).all()))
    return {key: due[id] for id, key in database.core.execute(_LESSONS) if id in due}


def due_days(database: Database, *, steps: bool) -> dict[int, int]:
    """See `Store.due_days`."""
    days = Counter[int](dict(database.core.execute(_DUE_DAYS).all()))
    if steps:
        days.update(dict(database.core.execute(_STEP_DAYS).all()))
    return dict(days)


def suspended_by_lesson(database: Database) -> dict[str, int]:
    """See `Store.suspended_by_lesson`."""
    suspended: dict[int, int] = dict(database.core.execute(_SUSPENDED_BY_LESSON).all())
    return {key: suspended[id] for id, key in database.core.execute(_LESSONS) if id in suspended}


def _per_kind(counter: Counter[int]) -> PerKind:
    return PerKind(*(counter[kind] for kind in ItemKind))
