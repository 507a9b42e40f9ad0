"""The log as lines of text, to be merged into the log of another machine.

The first line is `{"quizterm-log": 1}`. Then come the items, each `{"item": key, "kind", "lesson", "hash", "was"}`, and
the events in order, each with the members of `Event`, the item by its key and the machine by its uuid. Event ids are
unique across machines, so merging is idempotent, and its result does not depend on the order of merges.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from quizterm.errors import UsageError
from quizterm.memory.events import Event, EventKind
from quizterm.memory.item import Rating
from quizterm.store.connection import Database
from quizterm.store.history import EVENT_COLUMNS, event_from
from quizterm.store.rows import ItemKind
from quizterm.store.schema import RANDOM_BITS, alias, event, item, lesson, machine
from quizterm.store.weights import fitted

HEAD = {"quizterm-log": 1}
_LONGEST_LINE = 1 << 20

_ITEMS = select(item.c.id, item.c.key, item.c.kind, lesson.c.key, item.c.content_hash).join(
    lesson, item.c.lesson_id == lesson.c.id
)
_ALIASES = select(alias.c.item_id, alias.c.key)
_EVENTS = select(machine.c.uuid, *EVENT_COLUMNS).join(machine, event.c.machine_id == machine.c.id).order_by(event.c.id)
_MACHINES = select(machine.c.uuid, machine.c.id)
_LESSONS = select(lesson.c.key, lesson.c.id)
_SAME_ID = select(*EVENT_COLUMNS).where(event.c.id == bindparam("event_id"))
_WHOLE = ("id", "at", "offset", "day", "duration", "weights", "due_day", "due_at", "target", "cause")
_NEEDED = ("id", "at", "offset", "day")
LATEST_MS = (1 << 43) - (1 << 36)  # two years before the last moment an id can hold: the log has to go on after it
LARGEST = {
    "id": LATEST_MS << RANDOM_BITS,
    "at": LATEST_MS,
    "due_at": LATEST_MS,
    "offset": 24 * 60,
    "day": 200_000,
    "due_day": 200_000,
}
_LARGEST_OF_OTHERS = 1 << 62
_DETAILS: Mapping[EventKind, Mapping[str, Any]] = {
    EventKind.READ: {"section": str},
    EventKind.REFIT: {"weights": list},
    EventKind.NOTED: {"text": str},
    EventKind.ATTEMPTED: {
        "passed": bool,
        "seed": int,
        "device": str,
        "torch": str,
        "bugs": list,
        "failed": list,
        "error": str | None,
        "source": str,
        "exercise": str,
    },
}


def export_log(database: Database) -> Iterator[str]:
    """The lines of the log, without their ends."""
    yield json.dumps(HEAD)
    keys: dict[int, str] = {}
    was: dict[int, list[str]] = {}
    for item_id, key in database.core.execute(_ALIASES):
        was.setdefault(item_id, []).append(key)
    for item_id, key, kind, lesson_key, content_hash in database.core.execute(_ITEMS):
        keys[item_id] = key
        yield item_line(key, kind, lesson_key, content_hash, was.get(item_id, []))
    for uuid, *columns in database.core.execute(_EVENTS):
        one = event_from(columns)
        yield event_line(one, None if one.item_id is None else keys[one.item_id], uuid)


def item_line(key: str, kind: int, lesson_key: str, content_hash: str, was: Sequence[str]) -> str:
    row = {"item": key, "kind": kind, "lesson": lesson_key, "hash": content_hash, "was": was}
    return json.dumps(row, ensure_ascii=False)


def event_line(one: Event, item_key: str | None, machine_uuid: str) -> str:
    members = {name: value for name, value in one._asdict().items() if value is not None and name != "item_id"}
    if item_key is not None:
        members["item"] = item_key
    return json.dumps({**members, "machine": machine_uuid}, ensure_ascii=False)


class _LineError(UsageError):
    """A line makes no sense."""

    def __init__(self, number: int, problem: str, advice: str = "") -> None:
        super().__init__("; ".join(filter(None, (f"line {number}: {problem}", advice, "nothing was imported"))))
        self.problem = problem


def import_log(database: Database, lines: Iterable[str], refuse: Callable[[str], None] | None = None) -> list[Event]:
    """The events that were not in the log yet, now added. To be called while writing; states are not computed.

    Args:
        refuse: is told, before the next line is taken, why one makes no sense, which is then left out.

    Raises:
        UsageError: a line is not of the form above, or an event differs from the one that has its id here; nothing may
            be kept of what was added.
    """
    numbered = enumerate(lines, 1)
    if _read(*next(numbered, (1, ""))) != HEAD:
        advice = f"write what `quizterm export` wrote ({json.dumps(HEAD)})"
        raise _LineError(1, "no log of quizterm begins like this", advice)
    importer = _Importer(database)
    for number, line in numbered:
        try:
            if line.strip():
                importer.take(number, _read(number, line))
        except _LineError as error:
            if refuse is None:
                raise
            refuse(error.problem)
    return importer.added


class _Importer:
    def __init__(self, database: Database) -> None:
        self._core = database.core
        self._items: dict[str, int] = {key: item_id for item_id, key in self._core.execute(_ALIASES)}
        self._items |= {key: item_id for item_id, key, *_ in self._core.execute(_ITEMS)}
        self._lessons: dict[str, int] = dict(self._core.execute(_LESSONS).all())
        self._machines: dict[str, int] = dict(self._core.execute(_MACHINES).all())
        self._theirs: dict[str, int] = {}
        self.added: list[Event] = []

    def take(self, number: int, members: Mapping[str, Any]) -> None:
        if not _is_text_throughout(members):
            raise _LineError(number, "a text in it is no Unicode")
        if "kind" in members and "lesson" in members:
            self._take_item(number, members)
        else:
            self._take_event(number, members)

    def _take_item(self, number: int, members: Mapping[str, Any]) -> None:
        key, lesson_key, was = members.get("item"), members.get("lesson"), members.get("was", [])
        texts = [key, lesson_key, members.get("hash"), *(was if isinstance(was, list) else [None])]
        if not all(isinstance(text, str) for text in texts) or members["kind"] not in list(ItemKind):
            raise _LineError(number, "this is no item")
        known = next((self._items[name] for name in (key, *was) if name in self._items), None)
        if known is None:
            lesson_id = self._lessons.get(str(lesson_key)) or self._add(lesson, key=lesson_key)
            self._lessons[str(lesson_key)] = lesson_id
            row = {"kind": members["kind"], "lesson_id": lesson_id, "content_hash": members["hash"]}
            known = self._add(item, key=key, place=-1, gone=1, **row)  # until the content has it
        self._items[str(key)] = self._theirs[str(key)] = known
        for name in was:
            if name not in self._items:
                self._items[name] = known
                self._core.execute(insert(alias), {"key": name, "item_id": known})

    def _take_event(self, number: int, members: Mapping[str, Any]) -> None:
        one = self._event(number, members)
        same = self._core.execute(_SAME_ID, {"event_id": one.id}).first()
        if same is not None:
            if event_from(same) != one:
                problem = f"event {one.id} is another one here"
                raise _LineError(number, problem, "the logs do not belong to one learner")
            return
        for name in ("target", "cause"):
            wanted = getattr(one, name)
            if wanted is None:
                continue
            if wanted >= one.id:
                raise _LineError(number, f"its {name}, event {wanted}, comes after it")
            if self._core.execute(_SAME_ID, {"event_id": wanted}).first() is None:
                raise _LineError(number, f"its {name}, event {wanted}, is missing", "export the whole log again")
        uuid = members.get("machine")
        if not isinstance(uuid, str):
            raise _LineError(number, "the event names no machine")
        if uuid not in self._machines:
            self._machines[uuid] = self._add(machine, uuid=uuid)
        try:
            self._core.execute(insert(event), {**one._asdict(), "machine_id": self._machines[uuid]})
        except IntegrityError as error:
            raise _LineError(number, f"the event makes no sense ({error.orig})") from None
        self.added.append(one)

    def _event(self, number: int, members: Mapping[str, Any]) -> Event:
        """The event of a line, checked as far as the database does not check it."""
        values: dict[str, Any] = {name: members.get(name) for name in _WHOLE}
        for name, value in values.items():
            if (value is None and name in _NEEDED) or not (value is None or type(value) is int):
                raise _LineError(number, f"`{name}` must be a whole number")
            if value is not None and abs(value) > LARGEST.get(name, _LARGEST_OF_OTHERS):
                raise _LineError(number, f"`{name}` is out of range")
        if values["id"] <= 0:
            raise _LineError(number, "`id` is out of range")
        key, rating, detail = members.get("item"), members.get("rating"), members.get("detail")
        if key is not None and (not isinstance(key, str) or key not in self._theirs):
            raise _LineError(number, f"the item {key!r} was not named before")
        try:
            kind = EventKind(str(members.get("kind")))
            rating = None if rating is None else Rating(rating)
        except ValueError as error:
            raise _LineError(number, str(error), "update quizterm") from None
        item_id = None if key is None else self._theirs[key]
        one = Event(kind=kind, item_id=item_id, rating=rating, detail=detail, **values)
        _check_kind(number, one)
        return one

    def _add(self, table: Any, **values: Any) -> int:
        added: int = self._core.execute(insert(table).returning(table.c.id), values).scalar_one()
        return added


def _is_text_throughout(members: Mapping[str, Any]) -> bool:
    """Whether every text can be stored; JSON can spell halves of characters."""
    try:
        json.dumps(members, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_kind(number: int, one: Event) -> None:
    if one.kind is EventKind.REVIEWED and None in (one.item_id, one.rating, one.due_day):
        raise _LineError(number, "a review needs its item, its rating and its due day")
    if (one.kind is EventKind.UNDONE) != (one.target is not None):
        raise _LineError(number, "an undoing, and nothing else, names its target")
    if one.kind is EventKind.UNDONE and one.item_id is not None:
        raise _LineError(number, "an undoing has no item")
    if one.detail is not None:
        try:
            detail = json.loads(one.detail)
            if not isinstance(detail, dict):
                raise TypeError("it is no JSON object")
            if one.kind is EventKind.REFIT:
                fitted(one)
        except (TypeError, ValueError, AttributeError, RecursionError) as error:
            raise _LineError(number, f"its detail cannot be read ({' '.join(str(error).split())})") from None
    if one.kind in _DETAILS:
        detail = json.loads(one.detail or "{}")
        wrong = [name for name, kind in _DETAILS[one.kind].items() if not isinstance(detail.get(name), kind)]
        wrong += [name for name in detail if one.kind is EventKind.ATTEMPTED and name not in _DETAILS[one.kind]]
        if wrong:
            raise _LineError(number, f"`{wrong[0]}` of its detail is missing or off")


def _read(number: int, line: str) -> dict[str, Any]:
    try:
        members = json.loads(line) if len(line) <= _LONGEST_LINE else None
    except (ValueError, RecursionError):
        members = None
    if not isinstance(members, dict):
        raise _LineError(number, "this is no JSON object")
    return members
