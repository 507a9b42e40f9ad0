"""Several quizterms on one database, and a quizterm that is killed: no answer is lost, none is stored twice."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import store_writer
from store_helpers import logged, moment, raw, review

from quizterm.store.store import Store

TIMEOUT = 60


def start_writer(path: Path, number: int, *item_ids: int) -> subprocess.Popen[str]:
    """Another process, which waits for a line and then gives that many answers."""
    command = [sys.executable, str(store_writer.__file__), str(path), str(number), *map(str, item_ids)]
    writer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    return writer


def test_three_processes_lose_nothing_and_keep_one_order(store: Store, path: Path) -> None:
    writers = [start_writer(path, 100, 1, 2, own) for own in (3, 5)]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    acknowledged = [event.id for turn in range(100) for event in store.append([review(1 + turn % 2, moment())])]
    for writer in writers:
        output, _ = writer.communicate(timeout=TIMEOUT)
        assert writer.returncode == 0
        acknowledged += map(int, output.split())
    events = logged(path)
    assert len(acknowledged) == 300
    assert sorted(acknowledged) == [event.id for event in events]
    assert all(earlier.id >> 20 < later.id >> 20 for earlier, later in pairwise(events))
    assert len(raw(path, "select distinct machine_id from event")) == 1
    assert store.rebuild() == 0


@pytest.mark.parametrize("trial", range(12))
def test_a_killed_process_loses_no_answer_that_it_was_told_of(store: Store, path: Path, trial: int) -> None:
    writer = start_writer(path, 10_000, 1, 2, 3)
    assert writer.stdin is not None
    assert writer.stdout is not None
    with writer:
        writer.stdin.write("go\n")
        writer.stdin.flush()
        acknowledged = [int(writer.stdout.readline()) for _ in range(Random(trial).randrange(1, 60))]
        writer.kill()
        rest = writer.stdout.read()  # `communicate` would leave out what `readline` read ahead
    acknowledged += [int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    if trial % 2:  # nobody else has the database open: the next one recovers it
        store.close()
    with Store.open(path) as after:
        ids = [event.id for event in logged(path)]
        assert ids[: len(acknowledged)] == acknowledged
        assert len(ids) - len(acknowledged) <= 1
        assert raw(path, "pragma integrity_check") == [("ok",)]
        assert after.rebuild() == 0
        after.append([review(1, moment())])
        assert after.reviews_total() == len(ids) + 1
