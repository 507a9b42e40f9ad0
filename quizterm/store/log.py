"""The append-only log, and the items' states, which are its fold."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from uuid import UUID

from sqlalchemy import bindparam, func, or_, select

from quizterm.errors import ItemChangedError, SettingsError
from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fold import Takings, apply, fold
from quizterm.memory.item import ItemState
from quizterm.store import weights
from quizterm.store.answered import AnsweredDay
from quizterm.store.connection import Database, DriverQuery, DriverSql
from quizterm.store.exchange import import_log
from quizterm.store.history import EVENT_COLUMNS, KINDS, events_from, history
from quizterm.store.items import set_state, version_and_state
from quizterm.store.replay import rebuild
from quizterm.store.rows import Shown, Undone
from quizterm.store.schema import RANDOM_BITS, event, machine, meta

# Answers, and what was done to an item. That a section was read, an exercise started or a hint taken stays.
UNDOABLE = frozenset(EventKind) - {EventKind.UNDONE, EventKind.READ, EventKind.STARTED, EventKind.HINTED}

_LATEST_ORDER = (1 << 63 - RANDOM_BITS) - 1  # ids are signed 64-bit numbers: until the year 2248

_NEWEST = DriverSql(select(func.max(event.c.id)))
_KIND = DriverSql(select(event.c.kind).where(event.c.id == bindparam("event_id")))
_ADD_EVENT = DriverSql(event.insert())
_NEWEST_FIRST = DriverSql(select(event.c.id, event.c.kind, event.c.cause, event.c.target).order_by(event.c.id.desc()))

_MACHINE = select(meta.c.value).where(meta.c.key == "machine")
_UUID = select(machine.c.uuid).where(machine.c.id == bindparam("machine_id"))
_ADD_MACHINE = machine.insert().returning(machine.c.id)
_ACTION = DriverQuery(
    select(*EVENT_COLUMNS)
    .where(or_(event.c.id == bindparam("action"), event.c.cause == bindparam("action")))
    .order_by(event.c.id)
)


class Log:
    """Appends to the log and keeps the items' states equal to its fold.

    Args:
        random: draws the machine's uuid and the lower bits of event ids.
    """

    def __init__(self, database: Database, random: Random) -> None:
        self._database = database
        self._random = random
        self._machine = _own_machine(database, random)
        self._note = self._coming = weights.noted(database)
        self.weights = weights.weights_from(self._note)
        self.memory = self.weights.memory  # the model under the weights in force
        self.answered = AnsweredDay(database)

    @property
    def machine(self) -> str:
        """The uuid of the machine that writes this database."""
        uuid: str = self._database.core.execute(_UUID, {"machine_id": self._machine}).scalar_one()
        return uuid

    def append(self, drafts: Sequence[Draft], expect: Mapping[int, Shown]) -> list[Event]:
        """See `Store.append`."""
        touched = {draft.item_id for draft in drafts if draft.item_id is not None}
        with self._writing():
            items = {item_id: version_and_state(self._database, item_id) for item_id in touched.union(expect)}
            if any(self._is_another(shown, *items[item_id]) for item_id, shown in expect.items()):
                raise ItemChangedError("it was changed elsewhere meanwhile, and nothing was stored; do it again")
            self._check_undoing(drafts, touched)
            events: list[Event] = []
            for draft in drafts:
                added = self._add(draft, cause=events[0].id if events else None)
                events.append(added)
                if added.item_id is not None:
                    items[added.item_id] = added.id, apply(items[added.item_id][1], added, self.memory)
            if any(added.kind is EventKind.UNDONE for added in events):
                items = {item_id: self._folded(item_id) for item_id in touched}
            for item_id in touched:
                set_state(self._database, item_id, *items[item_id])
            if any(event.kind is EventKind.REFIT for event in events):
                self._refit()
        return events

    def undo(self, now: Moment, kinds: Collection[EventKind]) -> Undone | None:
        """See `Store.undo`."""
        with self._writing():
            action = self._newest_action(kinds)
            return None if action is None else self._turn(now, action, action)

    def redo(self, now: Moment) -> Undone | None:
        """See `Store.redo`."""
        with self._writing():
            undoing = self._newest_undoing()
            return None if undoing is None else self._turn(now, *undoing)

    def newest(self) -> int:
        """See `Store.newest_event`."""
        newest: int | None = self._database.driver.execute(_NEWEST.text).fetchone()[0]
        return newest or 0

    def merge(self, lines: Iterable[str], refuse: Callable[[str], None] | None = None) -> int:
        """See `Store.merge`, and `import_log` for lines to be refused."""
        with self._writing():
            added = import_log(self._database, lines, refuse)
            if added:
                self._refit()
        return len(added)

    def rebuild(self) -> int:
        """See `Store.rebuild`."""
        with self._writing():
            return self._refit()

    def _is_another(self, shown: Shown, version: int, state: ItemState) -> bool:
        """Whether an item is no longer what was shown, or what was shown of its days no longer follows from it."""
        return (version, state) != (shown.version, shown.state) or shown.weights not in (None, self.weights.id)

    def _check_undoing(self, drafts: Sequence[Draft], touched: Collection[int]) -> None:
        """An action may put something in the place of what happened to its items, whose states it computes."""
        if drafts and drafts[0].kind is EventKind.UNDONE:
            raise ValueError("only undo begins with an UNDONE event")
        for draft in drafts:
            if draft.kind is EventKind.UNDONE:
                taken = {one.item_id for one in self._events_of(draft.target) if one.kind is not EventKind.UNDONE}
                if not taken or not taken.issubset(touched):
                    raise ValueError("only undo takes back what happened to other items")

    def _events_of(self, action: int | None) -> list[Event]:
        """The event that began an action, and all that it caused, oldest first."""
        return [] if action is None else events_from(_ACTION.rows(self._database, {"action": action}))

    def _folded(self, item_id: int) -> tuple[int, ItemState]:
        """Version and state of an item, of whose events some were taken back."""
        happened = history(self._database, item_id)
        return max(one.id for one in happened), fold(happened, self.memory)

    def _turn(self, now: Moment, target: int, action: int) -> Undone:
        """Take back `target`, which is an action or its undoing, and compute what the action touched again."""
        turning = self._add(Draft(EventKind.UNDONE, now, target=target), cause=None)
        events = self._events_of(action)
        item_ids = list(dict.fromkeys(event.item_id for event in events if event.item_id is not None))
        for item_id in item_ids:
            set_state(self._database, item_id, turning.id, fold(history(self._database, item_id), self.memory))
        kinds = frozenset(event.kind for event in events)
        if EventKind.REFIT in kinds:
            self._refit()
        return Undone(events[0].id, kinds, item_ids)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction under the weights in force, since another quizterm may have fitted some.

        Those that it brings into force itself are followed when it is committed: one that fails changes nothing.
        """
        with self._database.writing():
            self._coming = weights.noted(self._database)
            self._follow(self._coming)
            yield
        self._follow(self._coming)

    def _refit(self) -> int:
        """Find the weights in force in the log and compute every item again; how many that changed."""
        self.answered.forget()
        self._coming = weights.note_newest(self._database)
        return rebuild(self._database, weights.weights_from(self._coming).memory)

    def _follow(self, note: str | None) -> None:
        if note != self._note:
            self._note = note
            self.weights = weights.weights_from(note)
            self.memory = self.weights.memory

    def _newest_undoing(self) -> tuple[int, int] | None:
        """The newest UNDONE event to take back, and its target; None if something was done since, or none is left."""
        for event_id, kind, cause, target in self._standing():
            if kind in UNDOABLE:
                return None
            if kind is EventKind.UNDONE and cause is None and target is not None:
                (target_kind,) = self._database.driver.execute(_KIND.text, (target,)).fetchone()
                if target_kind != EventKind.UNDONE:
                    return event_id, target
        return None

    def _newest_action(self, kinds: Collection[EventKind]) -> int | None:
        """The id of the event that began the newest action which was not undone."""
        for event_id, kind, cause, _ in self._standing():
            if kind is not EventKind.UNDONE and kind in kinds:
                return cause or event_id
        return None

    def _standing(self) -> Iterator[tuple[int, EventKind, int | None, int | None]]:
        """Id, kind, cause and target of the events that were not undone, the newest first."""
        takings = Takings()
        for event_id, kind_name, cause, target in self._database.driver.execute(_NEWEST_FIRST.text):
            if takings.counts(event_id, cause, target):
                yield event_id, KINDS[kind_name], cause, target

    def _add(self, draft: Draft, cause: int | None) -> Event:
        order = max(draft.moment.at, (self.newest() >> RANDOM_BITS) + 1)
        if order > _LATEST_ORDER:
            raise SettingsError("the clock is beyond the year 2248, the last that can be stored; set it right")
        event_id = order << RANDOM_BITS | self._random.getrandbits(RANDOM_BITS)
        added = Event(
            event_id,
            draft.kind,
            draft.item_id,
            *draft.moment,
            draft.rating,
            draft.duration,
            draft.weights,
            draft.due_day,
            draft.due_at,
            draft.target,
            cause,
            draft.detail,
        )
        self._database.driver.execute(_ADD_EVENT.text, (*added, self._machine))
        return added


def _own_machine(database: Database, random: Random) -> int:
    """The row of the machine that writes this database, made at the first time."""
    found = database.core.execute(_MACHINE).scalar()
    if found is not None:
        return int(found)
    with database.writing():
        found = database.core.execute(_MACHINE).scalar()  # another quizterm may have been quicker
        if found is None:
            uuid = UUID(int=random.getrandbits(128), version=4)
            found = database.core.execute(_ADD_MACHINE, {"uuid": str(uuid)}).scalar_one()
            database.core.execute(meta.insert(), {"key": "machine", "value": str(found)})
    return int(found)
