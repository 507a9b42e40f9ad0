"""Version 2: what marks an item, a flag of the learner's and that it is a leech, and an index for all review orders.

Frozen: later changes are later files.
"""

from alembic import op

revision = "0002"
down_revision = "0001"

STATEMENTS = (
    """
    ALTER TABLE item ADD COLUMN
    flagged INTEGER DEFAULT 0 NOT NULL CONSTRAINT item_flagged_is_boolean CHECK (flagged in (0, 1))
    """,
    """
    ALTER TABLE item ADD COLUMN
    leech INTEGER DEFAULT 0 NOT NULL CONSTRAINT item_leech_is_boolean CHECK (leech in (0, 1))
    """,
    "DROP INDEX item_scheduled",
    """
    CREATE INDEX item_scheduled ON item (kind, due_day, buried_day, last_day, stability, place)
    WHERE suspended = 0 AND gone = 0 AND due_day IS NOT NULL AND due_at IS NULL
    """,
    "CREATE INDEX item_flagged ON item (place) WHERE gone = 0 AND flagged = 1",
    "CREATE INDEX item_leech ON item (place) WHERE gone = 0 AND leech = 1",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
