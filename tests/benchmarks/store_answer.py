"""The store under a long life: 100,000 cards, 450,000 answers, made up, in one database."""

import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from quizterm.memory.events import Draft, EventKind, Moment
from quizterm.memory.item import Rating
from quizterm.store.rows import ItemKind, ItemRow, LessonRow
from quizterm.store.store import Store
from tests.benchmarks.orders import measure_orders
from tests.benchmarks.times import Times, median

CARDS, CARDS_A_LESSON, REVIEWS = 100_000, 50, 450_000
ANSWERS = 500
TODAY = 20_000
NOW = Moment(TODAY * 86_400_000 + 43_200_000, 0, TODAY)


def measure_store(folder: Path) -> dict[str, Times]:
    """Opening, asking and answering; every tenth card is new, some 7,000 are due."""
    path = folder / "long.sqlite"
    times = {"sync 100,000 new cards": _timed(lambda: _sync(path))}
    times["sync the same again"] = _timed(lambda: _sync(path))
    _make_up_a_life(path)
    times["open the store"] = median(_timed(lambda: Store.open(path).close()) for _ in range(9))
    with Store.open(path) as store:
        times["first due counts"] = _timed(lambda: store.counts(NOW))
        times["due counts"] = median(_timed(lambda: store.counts(NOW)) for _ in range(15))
        times["first queue"] = median(_timed(lambda: store.due_ids(NOW, ItemKind.CARD)) for _ in range(15))
        times["new queue of ten"] = median(
            _timed(lambda: store.new_ids(NOW, ItemKind.CARD, limit=10)) for _ in range(15)
        )
        times |= measure_orders(store, NOW)
        times["progress of 2,000 lessons"] = median(_timed(store.lesson_progress) for _ in range(5))
        times |= _answers(store, folder)
        times["what was answered today"] = median(_timed(lambda: store.answered_today(TODAY)) for _ in range(5))
        times["undo"] = median(_timed(lambda: store.undo(NOW)) for _ in range(50))
        times["back up"] = _timed(lambda: store.backup(folder / "backups", TODAY))
        times["verify"] = _timed(store.verify)
    return times


def fsyncs_per_answer(folder: Path) -> float | None:
    """How often one answer waits for the disk, as strace counts; None without strace."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    counted = folder / "fsyncs.txt"
    words = [strace, "-f", "-c", "-o", str(counted), "-e", "trace=fsync,fdatasync", sys.executable, "-m", __name__]
    numbers = []
    for answers in (10, 110):
        subprocess.run([*words, str(folder / f"{answers}.sqlite"), str(answers)], check=True, timeout=120)
        calls = re.findall(r"(\d+)\s+(?:fsync|fdatasync)$", counted.read_text(), re.MULTILINE)
        numbers.append(sum(map(int, calls)))
    return (numbers[1] - numbers[0]) / 100


def _answers(store: Store, folder: Path) -> dict[str, Times]:
    """One answer, and one row committed to a database without anything else, in turn."""
    draw = random.Random(1)
    answers: list[Times] = []
    commits: list[Times] = []
    reads: list[Times] = []
    with closing(sqlite3.connect(folder / "bare.sqlite", isolation_level=None)) as bare:
        for pragma in ("journal_mode = wal", "synchronous = full", "wal_autocheckpoint = 0"):
            bare.execute(f"pragma {pragma}")
        bare.execute("create table line (id integer primary key, text text)")
        for turn, item_id in enumerate(store.due_ids(NOW, ItemKind.CARD, limit=ANSWERS), 1):
            reads.append(_timed(lambda item_id=item_id: store.item(item_id)))
            item = store.item(item_id)
            assert item is not None
            draft = Draft(EventKind.REVIEWED, NOW, item_id, Rating.GOOD, 4000, 0, TODAY + draw.randrange(1, 200))
            expect = {item_id: item.version}
            answers.append(_timed(lambda draft=draft, expect=expect: store.append([draft], expect=expect)))
            commits.append(_timed(lambda: bare.execute("insert into line (text) values ('answer')")))
            if turn % 10 == 0:  # while the learner reads
                store.checkpoint()
                bare.execute("pragma wal_checkpoint(passive)")
    return {"next item": median(reads), "answer": median(answers), "bare commit": median(commits)}


def _sync(path: Path) -> None:
    with Store.open(path) as store:
        cards = [ItemRow(f"long.life.{n}", ItemKind.CARD, f"{n:064x}") for n in range(CARDS)]
        parts = range(0, CARDS, CARDS_A_LESSON)
        store.sync([LessonRow(f"long.{n}", cards[n : n + CARDS_A_LESSON]) for n in parts], "long")


def _make_up_a_life(path: Path) -> None:
    with closing(sqlite3.connect(path)) as driver:
        driver.execute("pragma synchronous = off")
        draw = random.Random(1)
        seen = [n for n in range(1, CARDS + 1) if n % 10]
        states = [(TODAY - 20 + draw.randrange(260), draw.expovariate(1 / 60) + 1, TODAY - 30, n) for n in seen]
        driver.executemany(
            "update item set phase = 2, due_day = ?, stability = ?, last_day = ?, difficulty = 5, reps = 5"
            " where id = ?",
            states,
        )
        first, apart = (TODAY - 400) * 86_400_000, 76_000
        reviews = (
            (at << 20, draw.choice(seen), at, at // 86_400_000) for at in range(first, first + REVIEWS * apart, apart)
        )
        driver.executemany(
            'insert into event (id, kind, item_id, at, "offset", day, rating, duration, weights, due_day, machine_id)'
            " values (?, 'reviewed', ?, ?, 0, ?, 3, 4000, 0, 20000, 1)",
            reviews,
        )
        driver.commit()


def _timed(work: Callable[[], object]) -> Times:
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return Times((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def _answer_for_strace(path: Path, number: int) -> None:
    with Store.open(path) as store:
        store.sync([LessonRow("c.one", [ItemRow("c.one.a", ItemKind.CARD, "")])], "one")
        for _ in range(number):
            store.append([Draft(EventKind.REVIEWED, NOW, 1, Rating.GOOD, 4000, 0, TODAY + 1)])


if __name__ == "__main__":
    _answer_for_strace(Path(sys.argv[1]), int(sys.argv[2]))
