"""Brings the items in line with the content: what is new, moved, renamed, gone or back."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Executable, bindparam, select, update
from sqlalchemy.dialects.sqlite import insert

from quizterm.store.connection import Database
from quizterm.store.rows import ItemRow, LessonRow, Synced
from quizterm.store.schema import alias, item, lesson, meta

_FINGERPRINT = "content"

_GET_META = select(meta.c.value).where(meta.c.key == bindparam("key"))
_SET_META = insert(meta).on_conflict_do_update([meta.c.key], set_={"value": insert(meta).excluded.value})
_LESSONS = select(lesson.c.key, lesson.c.id)
_CLEAR_PLACES = update(lesson).values(place=None)
_SET_PLACE = insert(lesson).on_conflict_do_update([lesson.c.key], set_={"place": insert(lesson).excluded.place})
_ITEMS = select(
    item.c.key, item.c.id, item.c.kind, item.c.lesson_id, item.c.place, item.c.content_hash, item.c.gone
).order_by(item.c.place)
_ALIASES = select(alias.c.key, alias.c.item_id)
_ADD_ITEM = insert(item)
_ADD_ALIAS = insert(alias).on_conflict_do_update([alias.c.key], set_={"item_id": insert(alias).excluded.item_id})
_CHANGE_ITEM = (
    update(item)
    .where(item.c.id == bindparam("item_id"))
    .values(
        key=bindparam("new_key"),
        lesson_id=bindparam("new_lesson_id"),
        place=bindparam("new_place"),
        content_hash=bindparam("new_hash"),
        gone=0,
    )
)
_LOSE_ITEM = update(item).where(item.c.id == bindparam("item_id")).values(gone=1)


class _Stored(NamedTuple):
    """An item as it was before the sync."""

    key: str
    id: int
    kind: int
    lesson_id: int
    place: int
    content_hash: str
    gone: int


class _Wanted(NamedTuple):
    """An item as the content has it."""

    row: ItemRow
    lesson_id: int
    place: int


def content_fingerprint(database: Database) -> str | None:
    """See `Store.content_fingerprint`."""
    value: str | None = database.core.execute(_GET_META, {"key": _FINGERPRINT}).scalar()
    return value


def sync(database: Database, lessons: Sequence[LessonRow], fingerprint: str) -> Synced:
    """See `Store.sync`."""
    with database.writing():
        wanted = _wanted(lessons, _place_lessons(database, lessons))
        stored = {row[0]: _Stored(*row) for row in database.core.execute(_ITEMS)}
        aliases = dict(database.core.execute(_ALIASES).all())
        renames = _renames(wanted, stored, aliases)
        _save(database, wanted, stored, renames)
        database.core.execute(_SET_META, {"key": _FINGERPRINT, "value": fingerprint})
    renamed_ids = {old.id for old in renames.values()}
    return Synced(
        added=[key for key in wanted if key not in stored and key not in renames],
        renamed=[(old.key, key) for key, old in renames.items()],
        vanished=[
            old.key for old in stored.values() if not old.gone and old.key not in wanted and old.id not in renamed_ids
        ],
        returned=[key for key in wanted if key in stored and stored[key].gone],
    )


def _place_lessons(database: Database, lessons: Sequence[LessonRow]) -> dict[str, int]:
    """Stores the lessons in their new order; their ids by key."""
    database.core.execute(_CLEAR_PLACES)
    _many(database, _SET_PLACE, [{"key": lesson.key, "place": place} for place, lesson in enumerate(lessons)])
    return dict(database.core.execute(_LESSONS).all())


def _wanted(lessons: Sequence[LessonRow], lesson_ids: Mapping[str, int]) -> dict[str, _Wanted]:
    rows = [(lesson.key, row) for lesson in lessons for row in lesson.items]
    wanted = {row.key: _Wanted(row, lesson_ids[key], place) for place, (key, row) in enumerate(rows)}
    if len(wanted) < len(rows):
        twice = next(key for key, number in Counter(row.key for _, row in rows).items() if number > 1)
        raise ValueError(f"the content has two items {twice}")
    return wanted


def _renames(
    wanted: Mapping[str, _Wanted], stored: Mapping[str, _Stored], aliases: Mapping[str, int]
) -> dict[str, _Stored]:
    """The stored items that go on under a new key, by that key.

    An item is followed by the keys it had before, then by its text, if one unknown and one lost item alone have it.
    """
    lost = {old.id: old for old in stored.values() if old.key not in wanted}
    unknown = [item for item in wanted.values() if item.row.key not in stored]
    renames: dict[str, _Stored] = {}
    for row, *_ in unknown:
        for key in (row.key, *row.was):
            item_id = stored[key].id if key in stored else aliases.get(key)
            if item_id in lost and lost[item_id].kind == row.kind:
                renames[row.key] = lost.pop(item_id)
                break
    unknown_texts = Counter((row.kind, row.content_hash) for row, *_ in unknown if row.key not in renames)
    lost_texts = Counter((old.kind, old.content_hash) for old in lost.values())
    by_text = {(old.kind, old.content_hash): old for old in lost.values()}
    for row, *_ in unknown:
        text = (row.kind, row.content_hash)
        if row.key not in renames and row.content_hash and unknown_texts[text] == lost_texts[text] == 1:
            renames[row.key] = by_text[text]
    return renames


def _save(
    database: Database, wanted: Mapping[str, _Wanted], stored: Mapping[str, _Stored], renames: Mapping[str, _Stored]
) -> None:
    added: list[dict[str, Any]] = []
    changed: list[dict[str, Any]] = []
    for key, (row, lesson_id, place) in wanted.items():
        old = stored.get(key) or renames.get(key)
        if old is None:
            added.append(
                {"key": key, "kind": row.kind, "lesson_id": lesson_id, "place": place, "content_hash": row.content_hash}
            )
        elif old != (key, old.id, old.kind, lesson_id, place, row.content_hash, 0):
            changed.append(
                {
                    "item_id": old.id,
                    "new_key": key,
                    "new_lesson_id": lesson_id,
                    "new_place": place,
                    "new_hash": row.content_hash,
                }
            )
    renamed_ids = {old.id for old in renames.values()}
    lost = [
        {"item_id": old.id}
        for old in stored.values()
        if not old.gone and old.key not in wanted and old.id not in renamed_ids
    ]
    _many(database, _CHANGE_ITEM, changed)
    _many(database, _ADD_ITEM, added)
    _many(database, _LOSE_ITEM, lost)
    _many(database, _ADD_ALIAS, [{"key": old.key, "item_id": old.id} for old in renames.values()])


def _many(database: Database, statement: Executable, rows: list[dict[str, Any]]) -> None:
    if rows:
        database.core.execute(statement, rows)
