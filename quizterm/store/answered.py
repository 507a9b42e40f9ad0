"""What was answered on a study day: counted once, and then followed as the log grows."""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import and_, bindparam, func, or_, select

from quizterm.memory.events import EventKind
from quizterm.store.connection import Database, DriverQuery, DriverSql
from quizterm.store.history import first_id, taken_back_since
from quizterm.store.rows import Answered, ItemKind, PerKind
from quizterm.store.schema import event, item

_NEWEST = DriverSql(select(func.max(event.c.id)))
_NOT_COUNTED = event.c.id > bindparam("counted")
_COUNTING = DriverQuery(
    select(event.c.id, event.c.cause, event.c.kind, event.c.item_id, item.c.kind, item.c.reps)
    .join(item, event.c.item_id == item.c.id)
    .where(
        _NOT_COUNTED,
        or_(
            and_(event.c.kind == EventKind.REVIEWED, event.c.day == bindparam("day")),
            event.c.kind == EventKind.RESET,
        ),
    )
    .order_by(event.c.id)
)
# An answer of another day, after the clock was set, makes a card known that was new on this one.
_UPSETTING = DriverQuery(
    select(event.c.id)
    .where(
        _NOT_COUNTED,
        or_(
            event.c.kind == EventKind.UNDONE,
            and_(event.c.kind == EventKind.REVIEWED, event.c.day != bindparam("day")),
        ),
    )
    .limit(1)
)


class AnsweredDay:
    """The answers of the study day that was asked for last, undone ones left out.

    Answers that this connection adds are counted one by one. After all else that may change the numbers the day is
    counted anew: an undo, whatever another connection wrote, and a merge, of which `forget` has to tell.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tally: _Tally | None = None

    def on(self, day: int) -> Answered:
        """See `Store.answered_today`. To be called while reading."""
        others: int = self._database.driver.execute("pragma data_version").fetchone()[0]
        newest: int = self._database.driver.execute(_NEWEST.text).fetchone()[0] or 0
        tally = self._tally
        if tally is None or (tally.day, tally.others) != (day, others) or tally.is_upset(self._database, newest):
            tally = _Tally(day, others)
            tally.count(self._database, newest, taken_back_since(self._database, day))
            self._tally = tally
        elif newest > tally.counted:
            tally.count(self._database, newest, ())
        return tally.answered

    def forget(self) -> None:
        self._tally = None


class _Since(NamedTuple):
    """How often an item was answered since it was last reset."""

    kind: int
    on_the_day: int
    ever: int


class _Tally:
    """The numbers of one day, and how much of the log they tell of.

    Args:
        others: as SQLite numbers what other connections write.
    """

    def __init__(self, day: int, others: int) -> None:
        self.day = day
        self.others = others
        self.counted = first_id(day) - 1  # the events up to this id
        self._answers: Counter[int] = Counter()  # by kind of item
        self._introduced: Counter[int] = Counter()
        self._reviewed: Counter[int] = Counter()
        self._items: dict[int, _Since] = {}

    @property
    def answered(self) -> Answered:
        numbers = self._answers, self._introduced, self._reviewed
        return Answered(*(PerKind(*(counter[kind] for kind in ItemKind)) for counter in numbers))

    def is_upset(self, database: Database, newest: int) -> bool:
        """Whether more happened up to the newest event than that answers of the day were added."""
        return newest > self.counted and bool(_UPSETTING.rows(database, {"counted": self.counted, "day": self.day}))

    def count(self, database: Database, newest: int, gone: Collection[int]) -> None:
        """Add the events that are not counted yet, apart from those gone and what they caused."""
        rows = _COUNTING.rows(database, {"counted": self.counted, "day": self.day})
        for event_id, cause, what, item_id, kind, reps in rows:
            if event_id in gone or cause in gone:
                continue
            before = self._items.pop(item_id, None)
            if before is not None:
                self._numbers(before)[before.kind] -= 1
            if what == EventKind.REVIEWED:
                self._answers[kind] += 1
                since = _Since(kind, 1 if before is None else before.on_the_day + 1, reps)
                self._numbers(since)[kind] += 1
                self._items[item_id] = since
        self.counted = max(self.counted, newest)

    def _numbers(self, since: _Since) -> Counter[int]:
        """Where an item counts: it was introduced if it was answered on no other day."""
        return self._introduced if since.on_the_day == since.ever else self._reviewed
