"""Whether what stands in a database makes sense. SQLite finds nothing wrong with a whole page of senseless numbers, and
on a connection that only reads it leaves the constraints of the schema out."""

import sqlite3

from sqlalchemy import CheckConstraint, Table

from quizterm.memory.events import EventKind
from quizterm.store.exchange import LARGEST
from quizterm.store.schema import event, item

_KINDS = ", ".join(f"'{kind}'" for kind in EventKind)
_NO_EVENTS = (
    f"kind not in ({_KINDS})",
    f"kind = '{EventKind.REVIEWED}' and due_day is null",
    *(f"abs({name}) > {LARGEST[name]}" for name in ("at", "day")),
)


def senseless_table(driver: sqlite3.Connection) -> str | None:
    """The name of a table with a row that quizterm cannot have written; None if there is none."""
    for table, others in ((event, _NO_EVENTS), (item, ())):
        broken = " or ".join([*(f"({rule}) is false" for rule in _constraints(table)), *others])
        if driver.execute(f"select 1 from {table.name} where {broken} limit 1").fetchone() is not None:
            return table.name
    dangling = driver.execute("pragma foreign_key_check").fetchone()
    return None if dangling is None else str(dangling[0])


def _constraints(table: Table) -> list[str]:
    rules = [*table.constraints, *(rule for column in table.columns for rule in column.constraints)]
    return [str(rule.sqltext) for rule in rules if isinstance(rule, CheckConstraint)]
