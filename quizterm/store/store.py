"""The learner's database as the rest of quizterm sees it."""

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from quizterm.memory.events import Draft, Event, EventKind, Moment
from quizterm.memory.fsrs import Memory
from quizterm.memory.gain import Trace
from quizterm.store import backlog, backups, content, exchange, history, items, queues, reviews, rows
from quizterm.store.connection import Database, plain_faults
from quizterm.store.log import UNDOABLE, Log
from quizterm.store.opening import open_database
from quizterm.store.reviews import Review, ReviewColumns
from quizterm.store.rows import Answered, Backlog, Counts, DueOrder, Item, ItemKind, LessonRow, Progress, Synced, Undone
from quizterm.store.weights import Weights


class Store:
    """The learner's items, their states and the log of all that happened to them. Open one with `Store.open`.

    Made for one thread; `backup` and `verify` alone may run in another. Several quizterms may have the same file
    open.

    Every method raises a `StoreError` when the file cannot be used: `DatabaseUnavailableError` when it is locked, not
    writable or its disk is full, `DatabaseDamagedError` when SQLite finds it damaged.
    """

    def __init__(self, database: Database, log: Log) -> None:
        self._database = database
        self._log = log

    @classmethod
    def open(cls, path: Path, *, machine_random: Random | None = None, patience: float = 5.0) -> Self:
        """Opens the database at `path`; makes it, and its folder, if there is none.

        Args:
            machine_random: draws the machine's uuid and the random part of event ids.
            patience: seconds to wait for a lock that another process holds.

        Raises:
            DatabaseForeignError, DatabaseDamagedError, DatabaseTooNewError: the file was left byte for byte as it was.
            DatabaseUnavailableError: the file or its folder cannot be used at present.
        """
        random = machine_random or Random()
        with plain_faults(path):
            database = open_database(path, patience)
            try:
                return cls(database, Log(database, random))
            except BaseException:
                database.close()
                raise

    @property
    def path(self) -> Path:
        return self._database.path

    @property
    def memory(self) -> Memory[float]:
        """The memory model under the weights in force, which every answer has to use."""
        return self._log.memory

    @property
    def weights(self) -> Weights:
        """The weights in force; every review names their id."""
        return self._log.weights

    def snapshot(self) -> AbstractContextManager[None]:
        """All that is read inside is of one instant, whatever other processes write meanwhile."""
        return self._database.reading()

    # Content

    def content_fingerprint(self) -> str | None:
        """The fingerprint of the content that was synced last; None before the first time."""
        with self._faults():
            return content.content_fingerprint(self._database)

    def sync(self, lessons: Sequence[LessonRow], fingerprint: str) -> Synced:
        """Brings lessons and items in line with the content, which `lessons` is the whole of.

        A renamed item keeps its id, history and state; one that vanished is kept for the day it comes back.

        Raises:
            ValueError: two items have the same key.
        """
        with self._faults():
            synced = content.sync(self._database, lessons, fingerprint)
            self._checkpoint()
        return synced

    # Items

    def item(self, item_id: int) -> Item | None:
        """The item as it is now."""
        with self._faults():
            return items.item_by_id(self._database, item_id)

    def item_by_key(self, key: str) -> Item | None:
        """The item with this key, now or before it was renamed."""
        return self.items_by_keys([key]).get(key)

    def items_by_keys(self, keys: Sequence[str]) -> dict[str, Item]:
        """The items with these keys, now or before they were renamed, by the key that was asked for."""
        with self._faults():
            return items.items_by_keys(self._database, keys)

    def items_by_ids(self, ids: Sequence[int]) -> list[Item]:
        """The items with these ids, in the order of the ids."""
        with self._faults():
            return items.items_by_ids(self._database, ids)

    def content_ids(self) -> "array[int]":
        """The ids of all cards and exercises of the content, in course order."""
        with self._faults():
            return items.content_ids(self._database)

    # Queues

    def counts(self, now: Moment, lesson_keys: Collection[str] | None = None) -> Counts:
        """How many items wait."""
        with self._faults(), self._database.reading():
            return queues.counts(self._database, now, lesson_keys)

    def due_ids(
        self,
        now: Moment,
        kind: ItemKind,
        lesson_keys: Collection[str] | None = None,
        limit: int | None = None,
        order: DueOrder = DueOrder.DUE,
    ) -> list[int]:
        """The items that are due: ended steps first, then those whose day has come, in an order."""
        with self._faults(), self._database.reading():
            return queues.due_ids(self._database, now, kind, lesson_keys, limit, order)

    def ended_ids(
        self, now: Moment, kind: ItemKind, lesson_keys: Collection[str] | None = None, limit: int | None = None
    ) -> list[int]:
        """The items that are due because their step has ended, the first to end first."""
        with self._faults():
            return queues.ended_ids(self._database, now, kind, lesson_keys, limit)

    def ahead_ids(
        self, now: Moment, days: int, lesson_keys: Collection[str] | None = None, limit: int | None = None
    ) -> list[int]:
        """The cards whose day has come or comes within some days, the lowest chance of recall first.

        Those that were answered on this study day are left out: a second answer would tell nothing new.
        """
        with self._faults():
            return queues.ahead_ids(self._database, now, days, lesson_keys, limit)

    def seen_ids(
        self, now: Moment, lesson_keys: Collection[str] | None = None, order: DueOrder = DueOrder.DUE
    ) -> list[int]:
        """The cards that were answered before, due or not, in an order."""
        with self._faults():
            return queues.seen_ids(self._database, now, lesson_keys, order)

    def new_ids(
        self,
        now: Moment,
        kind: ItemKind,
        lesson_keys: Collection[str] | None = None,
        limit: int | None = None,
    ) -> list[int]:
        """The items never answered: lesson by lesson, in each those brought to the front first, then in file order."""
        with self._faults():
            return queues.new_ids(self._database, now, kind, lesson_keys, limit)

    def backlog(self, now: Moment, break_days: int, look_back: int) -> Backlog | None:
        """What is left of the newest break; None if there was none, or its backlog is worked off.

        Args:
            break_days: as many study days without an answer, at least, are a break.
            look_back: study days; a break from which the learner returned earlier is forgotten.
        """
        with self._faults(), self._database.reading():
            return backlog.backlog(self._database, now, break_days, look_back)

    def called_ids(self, now: Moment) -> list[int]:
        """The cards due because they were brought back, or set due, on this study day; the newest first."""
        with self._faults():
            return backlog.called_ids(self._database, now)

    def traces(self, now: Moment, limit: int) -> list[Trace]:
        """The memory of cards whose day has come; of more than the limit, of those least likely recalled."""
        with self._faults():
            return backlog.traces(self._database, now, limit)

    def learning_ahead(self, now: Moment, until: int, lesson_keys: Collection[str] | None = None) -> list[int]:
        """The cards whose step ends after now, but not after `until` (milliseconds UTC); the soonest first."""
        with self._faults():
            return queues.learning_ahead(self._database, now, until, lesson_keys)

    def lesson_ids(self) -> dict[str, int]:
        """The ids of the content's lessons by their keys, in the order of the course."""
        with self._faults():
            return queues.lesson_ids(self._database)

    def lesson_progress(self, lesson_keys: Collection[str] | None = None) -> dict[str, Progress]:
        """How far each lesson that has cards is learned, by key, in the order of the course."""
        with self._faults(), self._database.reading():
            return queues.lesson_progress(self._database, lesson_keys)

    def due_by_lesson(self, now: Moment) -> dict[str, int]:
        """How many cards of each lesson are due, by key; lessons with none are left out."""
        with self._faults(), self._database.reading():
            return queues.due_by_lesson(self._database, now)

    def suspended_by_lesson(self) -> dict[str, int]:
        """How many cards of each lesson are suspended, by key; lessons with none are left out."""
        with self._faults(), self._database.reading():
            return queues.suspended_by_lesson(self._database)

    # The log

    def append(self, drafts: Sequence[Draft], *, expect: Mapping[int, rows.Shown] | None = None) -> list[Event]:
        """Appends one action, in one transaction: all drafts or none. The first becomes the cause of the others.

        Args:
            expect: what was shown to the learner, by item id.

        Raises:
            ItemChangedError: an item is another by now, or its days would be; nothing was written.
            SettingsError: the clock is beyond the last year that can be stored.
            ValueError: a draft names no item of this store, or lacks what its kind needs; or it is an UNDONE event, and
                the first, or takes back what happened to items that no draft names.
        """
        with self._faults():
            return self._log.append(drafts, expect or {})

    def undo(self, now: Moment, kinds: Collection[EventKind] = UNDOABLE) -> Undone | None:
        """Takes back the newest action that was not taken back yet, however old; None if there is none.

        Args:
            kinds: actions without an event of one of these kinds are passed over.
        """
        with self._faults():
            return self._log.undo(now, kinds)

    def redo(self, now: Moment) -> Undone | None:
        """Does the action again that was undone last; None if nothing is undone, or something was done since."""
        with self._faults():
            return self._log.redo(now)

    def history(self, item_id: int) -> list[Event]:
        """All events of one item, oldest first, with every UNDONE event that concerns one of them."""
        with self._faults():
            return history.history(self._database, item_id)

    def attempts(self, item_id: int) -> list[Event]:
        """The attempts at one exercise that were not undone, oldest first."""
        with self._faults():
            return history.attempts(self._database, item_id)

    def answered_today(self, day: int) -> Answered:
        """What was answered on one study day, undone answers left out."""
        with self._faults(), self._database.reading():
            return self._log.answered.on(day)

    def answers_by_day(self, day: int) -> dict[int, int]:
        """How many answers to cards were given on each study day from one on, undone answers left out."""
        with self._faults(), self._database.reading():
            return history.answers_by_day(self._database, day)

    def is_empty(self) -> bool:
        """Whether nothing has ever happened."""
        with self._faults():
            return history.is_empty(self._database)

    def reviews(self) -> Iterator[Review]:
        """Every answer to a card that was not undone, card by card, in order of time."""
        with self._faults(), self._database.reading():
            yield from reviews.reviews(self._database)

    def review_columns(self) -> ReviewColumns:
        """The same as columns of numbers."""
        with self._faults(), self._database.reading():
            return reviews.review_columns(self._database)

    def due_days(self, *, steps: bool = False) -> dict[int, int]:
        """How many cards wait for each study day; with `steps`, also those whose step ends on it."""
        with self._faults():
            return queues.due_days(self._database, steps=steps)

    def scheduled_cards(self) -> list[Item]:
        """The cards that wait for a day, not for the end of a step."""
        with self._faults(), self._database.reading():
            return items.scheduled_cards(self._database)

    def due_days_of(self, keys: Sequence[str]) -> set[int]:
        """The study days on which items with these present keys are due; suspended ones are left out."""
        with self._faults():
            return items.due_days_of(self._database, keys)

    def flagged_cards(self) -> list[Item]:
        """The cards of the content that the learner flagged, in course order."""
        with self._faults():
            return items.flagged_cards(self._database)

    def leeches(self) -> list[Item]:
        """The cards of the content that are leeches, in course order."""
        with self._faults():
            return items.leeches(self._database)

    def vanished_cards(self) -> list[Item]:
        """The cards that are no longer in the content, but to which something happened, by key."""
        with self._faults():
            return items.vanished_cards(self._database)

    def read_sections(self) -> set[str]:
        """The sections that were read, as `course.lesson#section`."""
        with self._faults(), self._database.reading():
            return history.read_sections(self._database)

    def reviews_total(self, kind: ItemKind = ItemKind.CARD) -> int:
        """How many graded answers to cards, or to exercises, were ever given, undone ones left out."""
        with self._faults(), self._database.reading():
            return history.reviews_total(self._database, kind)

    def newest_event(self) -> int:
        """The id of the newest event; 0 where nothing was logged."""
        with self._faults():
            return self._log.newest()

    def rebuild(self) -> int:
        """Computes every item from the log again, as after other weights or a merge; how many it changed."""
        with self._faults():
            changed = self._log.rebuild()
            self._checkpoint()
        return changed

    def export(self) -> Iterator[str]:
        """The log and the items it names, as lines of text; see `quizterm.store.exchange`."""
        with self._faults(), self._database.reading():
            yield from exchange.export_log(self._database)

    def merge(self, lines: Iterable[str]) -> int:
        """Adds the events of another log, which `export` gave, that are not here; how many there were.

        Whatever order logs are merged in, and however often, the same log and the same states come of it.

        Raises:
            UsageError: a line is not of the agreed form; nothing was added.
        """
        with self._faults():
            added = self._log.merge(lines)
            self._checkpoint()
        return added

    # The file

    def checkpoint(self) -> None:
        """Moves what was written from the write-ahead log to the database, without waiting for anybody."""
        with self._faults():
            self._checkpoint()

    def backup(self, folder: Path, day: int) -> Path | None:
        """Copies the database into `folder` once a study day, and thins the copies there.

        Returns:
            The new copy, None if there is one of that day.

        Raises:
            DatabaseDamagedError: the database is broken; it was not copied, and no backup was deleted.
        """
        with plain_faults(folder):
            return backups.back_up(self.path, folder, day)

    def verify(self, *, thorough: bool = True) -> None:
        """Reads the whole database.

        Args:
            thorough: compare also what is stored twice: indexes with their tables, items with the log.

        Raises:
            DatabaseDamagedError: something in it is broken.
        """
        with plain_faults(self.path):
            backups.verify(self.path, thorough=thorough)

    def close(self) -> None:
        with self._faults():
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _checkpoint(self) -> None:
        self._database.driver.execute("pragma wal_checkpoint(passive)")

    def _faults(self) -> AbstractContextManager[None]:
        return self._database.faults()
