"""A learner who never stops, to be killed: answers, takes back, does again, reschedules, fits, backs up, checkpoints.

Run as `durability_learner.py DATABASE`. For each line of standard input, a seed, a process of its own begins; it writes
its id, then `did EVENT...` whenever an action returned, and `backup NAME`. Once it ended, `ended` follows.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fsrs import DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, LOWEST_WEIGHTS
from quizterm.memory.item import Rating
from quizterm.store.rows import Item, ItemKind, ItemRow, LessonRow, Undone
from quizterm.store.store import Store

CARDS = 40
DAY = 20_000
_DAY_MS = 86_400_000
_COURSE = [LessonRow("c.one", [ItemRow(f"c.one.{number}", ItemKind.CARD, str(number)) for number in range(CARDS)])]


class Learner:
    """One sitting with seeded whims."""

    def __init__(self, path: Path, seed: int) -> None:
        self._draw = Random(seed)
        self._path = path
        self._day = DAY + seed
        self._store = self._open()
        self._whims: dict[Callable[[], None], int] = {
            self._answer: 60,
            self._undo: 12,
            self._redo: 8,
            self._reschedule: 5,
            self._checkpoint: 8,
            self._back_up: 2,
            self._refit: 1,
            self._reopen: 2,
        }

    def go_on(self) -> None:
        whims, weights = list(self._whims), list(self._whims.values())
        while True:
            (whim,) = self._draw.choices(whims, weights)
            whim()

    def _open(self) -> Store:
        store = Store.open(self._path, patience=60.0)
        if store.content_fingerprint() is None:
            store.sync(_COURSE, "course")
        return store

    @property
    def _now(self) -> Moment:
        return Moment(self._day * _DAY_MS + self._draw.randrange(_DAY_MS), 0, self._day)

    def _answer(self) -> None:
        (item,) = self._some_items(1)
        rating, days = Rating(self._draw.randrange(1, 5)), self._draw.randrange(1, 50)
        draft = Draft(EventKind.REVIEWED, self._now, item.id, rating, 4000, 0, self._day + days)
        _did(self._store.append([draft], expect={item.id: item.shown()}))

    def _reschedule(self) -> None:
        now, items = self._now, self._some_items(10)
        drafts = [Draft(EventKind.RESCHEDULED, now, item.id, due_day=self._day + item.id) for item in items]
        _did(self._store.append(drafts, expect={item.id: item.shown() for item in items}))

    def _refit(self) -> None:
        bounded = zip(LOWEST_WEIGHTS, DEFAULT_WEIGHTS, HIGHEST_WEIGHTS, strict=True)
        scale = self._draw.uniform(0.9, 1.1)
        weights = [min(max(low, weight * scale), high) for low, weight, high in bounded]
        _did(self._store.append([Draft(EventKind.REFIT, self._now, detail=json.dumps({"weights": weights}))]))

    def _undo(self) -> None:
        self._turned(self._store.undo(self._now))

    def _redo(self) -> None:
        self._turned(self._store.redo(self._now))

    def _turned(self, turned: Undone | None) -> None:
        if turned is not None:
            ((newest,),) = self._store._database.driver.execute("select max(id) from event")
            _say(f"did {newest}")

    def _checkpoint(self) -> None:
        self._store.checkpoint()

    def _back_up(self) -> None:
        self._day += 1
        made = self._store.backup(self._path.parent / "backups", self._day)
        if made is not None:
            _say(f"backup {made.name}")

    def _reopen(self) -> None:
        self._store.close()
        self._store = self._open()

    def _some_items(self, number: int) -> list[Item]:
        keys = [f"c.one.{place}" for place in self._draw.sample(range(CARDS), number)]
        return list(self._store.items_by_keys(keys).values())


def _did(events: list[Event]) -> None:
    _say(" ".join(["did", *(str(event.id) for event in events)]))


def _say(line: str) -> None:
    """In one write to the pipe, which is either made whole or not at all."""
    os.write(1, f"{line}\n".encode())


def main(path: str) -> None:
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            _say(str(os.getpid()))
            Learner(Path(path), int(line)).go_on()
        os.waitpid(process, 0)
        _say("ended")


if __name__ == "__main__":
    main(sys.argv[1])
