"""The orders in which due items are asked, as SQL: the index of due items answers each without a look at the items.

Under one set of weights the chance of recall falls with elapsed time over stability, so that this alone sorts by it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from sqlalchemy import REAL, ColumnElement, bindparam, func, literal_column, type_coerce

from quizterm.store.rows import DueOrder
from quizterm.store.schema import item

_PRIME = (1 << 31) - 1  # products of two rests fit into SQLite's 64 bits


def ordering(order: DueOrder) -> Sequence[ColumnElement[Any]]:
    """What a query sorts by. It binds `today`, and what `shuffle` gives."""
    match order:
        case DueOrder.DUE:
            return item.c.due_day, item.c.id
        case DueOrder.RECALL:
            elapsed: ColumnElement[int] = func.max(
                bindparam("today") - item.c.last_day, literal_column("0")
            )  # the clock was set back
            return (type_coerce(elapsed, REAL) / item.c.stability).desc(), item.c.id
        case DueOrder.RANDOM:
            drawn = (item.c.id * bindparam("factor") + bindparam("summand")) % _PRIME
            return drawn * drawn % _PRIME * drawn % _PRIME, item.c.id  # a square would favour some orders
        case DueOrder.LESSON:
            return item.c.place, item.c.id


def shuffle(order: DueOrder, day: int) -> dict[str, int]:
    """The numbers that make a study day's random order; none for the other orders."""
    if order is not DueOrder.RANDOM:
        return {}
    draw = Random(day)
    return {"factor": draw.randrange(1, _PRIME), "summand": draw.randrange(1, _PRIME)}
