"""Counting beside the app: a long record is read in a thread of its own, over a connection of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from quizterm.store.store import Store
from quizterm.study.session import Study

MANY_CARDS = 5_000  # from which on counting every answer may take longer than a key may wait


def takes_long(study: Study) -> bool:
    """Whether to count every answer aside."""
    return sum(study.store.due_days().values()) >= MANY_CARDS


@contextmanager
def aside(study: Study) -> Iterator[Study]:
    """The same study for another thread.

    Raises:
        StoreError: the database cannot be used.
    """
    with Store.open(study.store.path) as store:
        yield replace(study, store=store)
