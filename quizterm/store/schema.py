"""The learner's database: an append-only log of events, and each item's state as a cache of it.

`VERSION` is SQLite's `user_version`. A change of this file takes a new version and a migration that leads there;
a test compares the two.
"""

from sqlalchemy import (
    REAL,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    and_,
    desc,
    literal_column,
    text,
)

VERSION = 2
APPLICATION_ID = int.from_bytes(b"quiz", "big")
RANDOM_BITS = 20  # the lower bits of an event's id

# A migration that rebuilds a table keeps the constraints that have names.
metadata = MetaData(
    naming_convention={
        "ck": "%(table_name)s_%(constraint_name)s",
        "fk": "%(table_name)s_%(column_0_name)s_exists",
        "uq": "%(table_name)s_%(column_0_name)s_unique",
    }
)

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True, nullable=False),
    Column("value", Text, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

machine = Table(
    "machine",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("uuid", Text, nullable=False, unique=True),
    sqlite_strict=True,
)

lesson = Table(
    "lesson",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("place", Integer, unique=True),  # among all lessons of the content; NULL: gone from it
    sqlite_strict=True,
)

item = Table(
    "item",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("kind", Integer, CheckConstraint("kind in (0, 1)", name="known_kind"), nullable=False),
    Column("lesson_id", ForeignKey("lesson.id"), nullable=False),
    Column("place", Integer, nullable=False),  # among all items of the content
    Column("content_hash", Text, nullable=False),
    Column(
        "gone",
        Integer,
        CheckConstraint("gone in (0, 1)", name="gone_is_boolean"),
        nullable=False,
        server_default=text("0"),
    ),
    Column(
        "phase",
        Integer,
        CheckConstraint("phase between 0 and 3", name="known_phase"),
        nullable=False,
        server_default=text("0"),
    ),
    Column("step", Integer, CheckConstraint("step >= 0", name="step_counts"), nullable=False, server_default=text("0")),
    Column("due_day", Integer),
    Column("due_at", Integer, CheckConstraint("due_at is null or due_day is not null", name="due_at_on_a_day")),
    Column("stability", REAL, CheckConstraint("stability > 0", name="stability_positive")),
    Column("difficulty", REAL, CheckConstraint("difficulty between 1 and 10", name="difficulty_in_range")),
    Column("last_day", Integer),
    Column("reps", Integer, CheckConstraint("reps >= 0", name="reps_count"), nullable=False, server_default=text("0")),
    Column(
        "lapses", Integer, CheckConstraint("lapses >= 0", name="lapses_count"), nullable=False, server_default=text("0")
    ),
    Column(
        "suspended",
        Integer,
        CheckConstraint("suspended in (0, 1)", name="suspended_is_boolean"),
        nullable=False,
        server_default=text("0"),
    ),
    Column("buried_day", Integer),
    Column("front", Integer, nullable=False, server_default=text("0")),
    Column("last_event", Integer, nullable=False, server_default=text("0")),
    Column(
        "flagged",
        Integer,
        CheckConstraint("flagged in (0, 1)", name="flagged_is_boolean"),
        nullable=False,
        server_default=text("0"),
    ),
    Column(
        "leech",
        Integer,
        CheckConstraint("leech in (0, 1)", name="leech_is_boolean"),
        nullable=False,
        server_default=text("0"),
    ),
    CheckConstraint("(phase = 0) = (due_day is null)", name="new_has_no_due_day"),
    CheckConstraint("(phase = 0) = (stability is null)", name="new_has_no_stability"),
    CheckConstraint("(phase = 0) = (difficulty is null)", name="new_has_no_difficulty"),
    sqlite_strict=True,
)

alias = Table(
    "alias",
    metadata,
    Column("key", Text, primary_key=True, nullable=False),  # one the item had before
    Column("item_id", ForeignKey("item.id"), nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

event = Table(
    "event",
    metadata,
    Column("id", Integer, CheckConstraint("id > 0", name="id_positive"), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("item_id", ForeignKey("item.id")),
    Column("at", Integer, nullable=False),
    Column("offset", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("rating", Integer, CheckConstraint("rating between 1 and 4", name="known_rating")),
    Column("duration", Integer, CheckConstraint("duration >= 0", name="duration_counts")),
    Column("weights", Integer),
    Column("due_day", Integer),
    Column("due_at", Integer),
    Column("target", ForeignKey("event.id")),
    Column("cause", ForeignKey("event.id")),
    Column("detail", Text, CheckConstraint("detail is null or json_valid(detail)", name="detail_is_json")),
    Column("machine_id", ForeignKey("machine.id"), nullable=False),
    CheckConstraint("kind <> 'reviewed' or (item_id is not null and rating is not null)", name="review_is_complete"),
    CheckConstraint("(kind = 'undone') = (target is not null)", name="undone_has_target"),
    sqlite_strict=True,
)


def _literally(column: Column[int], value: int) -> ColumnElement[bool]:
    """`column = value` without a bound parameter: for one, SQLite would not use a partial index."""
    return column == literal_column(str(value))


PRESENT = _literally(item.c.gone, 0)
LIVE = and_(_literally(item.c.suspended, 0), PRESENT)
SCHEDULED = and_(LIVE, item.c.due_day.is_not(None), item.c.due_at.is_(None))
LEARNING = and_(LIVE, item.c.due_at.is_not(None))
NEW = and_(PRESENT, _literally(item.c.phase, 0))  # suspended ones too: they are part of a lesson's progress
CARD = _literally(item.c.kind, 0)
FLAGGED = and_(PRESENT, _literally(item.c.flagged, 1))
LEECH = and_(PRESENT, _literally(item.c.leech, 1))

# The queues and counts are answered from these alone.
Index(
    "item_scheduled",
    item.c.kind,
    item.c.due_day,
    item.c.buried_day,
    item.c.last_day,  # this and what follows: what the orders sort by
    item.c.stability,
    item.c.place,
    sqlite_where=SCHEDULED,
)
Index("item_learning", item.c.kind, item.c.due_at, item.c.due_day, item.c.buried_day, sqlite_where=LEARNING)
Index(
    "item_new",
    item.c.kind,
    item.c.lesson_id,
    item.c.suspended,
    desc(item.c.front),
    item.c.place,
    item.c.buried_day,
    sqlite_where=NEW,
)
Index("item_lesson", item.c.lesson_id, sqlite_where=and_(PRESENT, CARD))
Index("item_flagged", item.c.place, sqlite_where=FLAGGED)
Index("item_leech", item.c.place, sqlite_where=LEECH)
Index("event_item", event.c.item_id, sqlite_where=event.c.item_id.is_not(None))
# One answer touches none of these.
Index("event_target", event.c.target, sqlite_where=event.c.target.is_not(None))
Index("event_cause", event.c.cause, sqlite_where=event.c.cause.is_not(None))
Index("event_read", event.c.id, sqlite_where=event.c.kind == literal_column("'read'"))

APPEND_ONLY = tuple(
    f"CREATE TRIGGER event_no_{verb} BEFORE {verb} ON event BEGIN SELECT raise(abort, 'the log is append-only'); END"
    for verb in ("update", "delete")
)
