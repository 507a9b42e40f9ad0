"""The next card in each order, ahead of its day, and after a long break, in a store of a long life."""

import time
from collections.abc import Callable

from quizterm.memory.events import Moment
from quizterm.memory.gain import by_gain
from quizterm.store.rows import DueOrder, ItemKind
from quizterm.store.store import Store
from quizterm.study.come_back import BREAK_DAYS, LOOK_BACK
from quizterm.study.come_back_queue import MOST_RANKED
from tests.benchmarks.times import Times, median

_AWAY = 300  # days after which the learner comes back, with everything due
_DAY_MS = 86_400_000


def measure_orders(store: Store, now: Moment) -> dict[str, Times]:
    """Reads only."""
    later = Moment(now.at + _AWAY * _DAY_MS, now.offset, now.day + _AWAY)
    works: dict[str, Callable[[], object]] = {
        f"next card, order {order}": _first_due(store, now, order) for order in DueOrder
    }
    works["next card, ahead"] = lambda: store.ahead_ids(now, 7, limit=1)
    works["what a break left"] = lambda: store.backlog(later, BREAK_DAYS, LOOK_BACK)
    works["rank what it left"] = lambda: by_gain(store.traces(later, MOST_RANKED), store.memory, later.day)
    return {name: median(_timed(work) for _ in range(15)) for name, work in works.items()}


def _first_due(store: Store, now: Moment, order: DueOrder) -> Callable[[], object]:
    return lambda: store.due_ids(now, ItemKind.CARD, limit=1, order=order)


def _timed(work: Callable[[], object]) -> Times:
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return Times((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)
