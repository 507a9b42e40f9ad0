"""Version 1: the event log, the items and lessons, and what the queues need. Frozen: later changes are later files."""

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = (
    """
    CREATE TABLE meta (
        "key" TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY ("key")
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE machine (
        id INTEGER NOT NULL,
        uuid TEXT NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT machine_uuid_unique UNIQUE (uuid)
    ) STRICT
    """,
    """
    CREATE TABLE lesson (
        id INTEGER NOT NULL,
        "key" TEXT NOT NULL,
        place INTEGER,
        PRIMARY KEY (id),
        CONSTRAINT lesson_key_unique UNIQUE ("key"),
        CONSTRAINT lesson_place_unique UNIQUE (place)
    ) STRICT
    """,
    """
    CREATE TABLE item (
        id INTEGER NOT NULL,
        "key" TEXT NOT NULL,
        kind INTEGER NOT NULL CONSTRAINT item_known_kind CHECK (kind in (0, 1)),
        lesson_id INTEGER NOT NULL,
        place INTEGER NOT NULL,
        content_hash TEXT NOT NULL,
        gone INTEGER DEFAULT 0 NOT NULL CONSTRAINT item_gone_is_boolean CHECK (gone in (0, 1)),
        phase INTEGER DEFAULT 0 NOT NULL CONSTRAINT item_known_phase CHECK (phase between 0 and 3),
        step INTEGER DEFAULT 0 NOT NULL CONSTRAINT item_step_counts CHECK (step >= 0),
        due_day INTEGER,
        due_at INTEGER CONSTRAINT item_due_at_on_a_day CHECK (due_at is null or due_day is not null),
        stability REAL CONSTRAINT item_stability_positive CHECK (stability > 0),
        difficulty REAL CONSTRAINT item_difficulty_in_range CHECK (difficulty between 1 and 10),
        last_day INTEGER,
        reps INTEGER DEFAULT 0 NOT NULL CONSTRAINT item_reps_count CHECK (reps >= 0),
        lapses INTEGER DEFAULT 0 NOT NULL CONSTRAINT item_lapses_count CHECK (lapses >= 0),
        suspended INTEGER DEFAULT 0 NOT NULL CONSTRAINT item_suspended_is_boolean CHECK (suspended in (0, 1)),
        buried_day INTEGER,
        front INTEGER DEFAULT 0 NOT NULL,
        last_event INTEGER DEFAULT 0 NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT item_new_has_no_due_day CHECK ((phase = 0) = (due_day is null)),
        CONSTRAINT item_new_has_no_stability CHECK ((phase = 0) = (stability is null)),
        CONSTRAINT item_new_has_no_difficulty CHECK ((phase = 0) = (difficulty is null)),
        CONSTRAINT item_key_unique UNIQUE ("key"),
        CONSTRAINT item_lesson_id_exists FOREIGN KEY(lesson_id) REFERENCES lesson (id)
    ) STRICT
    """,
    """
    CREATE INDEX item_learning ON item (kind, due_at, due_day, buried_day)
    WHERE suspended = 0 AND gone = 0 AND due_at IS NOT NULL
    """,
    """
    CREATE INDEX item_new ON item (kind, lesson_id, suspended, front DESC, place, buried_day)
    WHERE gone = 0 AND phase = 0
    """,
    "CREATE INDEX item_lesson ON item (lesson_id) WHERE gone = 0 AND kind = 0",
    """
    CREATE INDEX item_scheduled ON item (kind, due_day, buried_day)
    WHERE suspended = 0 AND gone = 0 AND due_day IS NOT NULL AND due_at IS NULL
    """,
    """
    CREATE TABLE alias (
        "key" TEXT NOT NULL,
        item_id INTEGER NOT NULL,
        PRIMARY KEY ("key"),
        CONSTRAINT alias_item_id_exists FOREIGN KEY(item_id) REFERENCES item (id)
    ) WITHOUT ROWID, STRICT
    """,
    """
    CREATE TABLE event (
        id INTEGER NOT NULL CONSTRAINT event_id_positive CHECK (id > 0),
        kind TEXT NOT NULL,
        item_id INTEGER,
        at INTEGER NOT NULL,
        "offset" INTEGER NOT NULL,
        day INTEGER NOT NULL,
        rating INTEGER CONSTRAINT event_known_rating CHECK (rating between 1 and 4),
        duration INTEGER CONSTRAINT event_duration_counts CHECK (duration >= 0),
        weights INTEGER,
        due_day INTEGER,
        due_at INTEGER,
        target INTEGER,
        cause INTEGER,
        detail TEXT CONSTRAINT event_detail_is_json CHECK (detail is null or json_valid(detail)),
        machine_id INTEGER NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT event_review_is_complete CHECK (kind <> 'reviewed' or (item_id is not null and rating is not null)),
        CONSTRAINT event_undone_has_target CHECK ((kind = 'undone') = (target is not null)),
        CONSTRAINT event_item_id_exists FOREIGN KEY(item_id) REFERENCES item (id),
        CONSTRAINT event_target_exists FOREIGN KEY(target) REFERENCES event (id),
        CONSTRAINT event_cause_exists FOREIGN KEY(cause) REFERENCES event (id),
        CONSTRAINT event_machine_id_exists FOREIGN KEY(machine_id) REFERENCES machine (id)
    ) STRICT
    """,
    "CREATE INDEX event_cause ON event (cause) WHERE cause IS NOT NULL",
    "CREATE INDEX event_item ON event (item_id) WHERE item_id IS NOT NULL",
    "CREATE INDEX event_read ON event (id) WHERE kind = 'read'",
    "CREATE INDEX event_target ON event (target) WHERE target IS NOT NULL",
    """
    CREATE TRIGGER event_no_update BEFORE update ON event BEGIN SELECT raise(abort, 'the log is append-only'); END
    """,
    """
    CREATE TRIGGER event_no_delete BEFORE delete ON event BEGIN SELECT raise(abort, 'the log is append-only'); END
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
