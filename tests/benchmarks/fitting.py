"""How long it takes to fit the memory model, torch's import left out, and how well it predicts what comes after.

Logs are those of learners whose memory follows FSRS-6 under weights of their own: even ones, ten answers a card, and
skewed ones, most cards having few and some very many. Run as `python -m tests.benchmarks.fitting time|judge ...`, each
in a process of its own.
"""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import groupby
from statistics import fmean
from typing import Any

from tests.benchmarks.times import Times, median

SIZES = (20_000, 100_000)
SHAPES = {"even": 10.0, "skewed": 7.6}  # answers a card, on average
RUNS = 5
SEEDS = (21, 22, 23)
SPLITS = (5, 6, 7, 8, 9)  # tenths of the log that come before; the next tenth is predicted


def measure_fitting() -> dict[str, Times]:
    """From rows to judged weights; and fsrs-rs from its items to weights, which judges nothing."""
    times = {}
    for size in SIZES:
        for shape in SHAPES:
            runs = [_run("time", str(size), shape) for _ in range(RUNS)]
            times[f"fit {size:,} reviews, {shape}"] = median(Times(*run["quizterm"]) for run in runs)
            times[f"fsrs-rs {size:,} reviews, {shape}"] = median(Times(*run["fsrs-rs"]) for run in runs)
    return times


def measure_losses() -> dict[str, dict[str, float]]:
    """Mean log loss of held-out answers, averaged over learners and splits, of 20,000 answers each."""
    return {shape: _run("judge", str(SIZES[0]), shape) for shape in SHAPES}


def _run(*words: str) -> Any:
    command = [sys.executable, "-m", "tests.benchmarks.fitting", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=1_000)
    return json.loads(done.stdout)


def _time(size: int, shape: str) -> dict[str, tuple[float, float]]:
    import torch

    from quizterm.memory.fitting.fit import propose
    from quizterm.memory.fitting.histories import Histories, columns_of
    from quizterm.memory.fsrs import DEFAULT_WEIGHTS

    torch.set_num_threads(1)
    rows = _log(SEEDS[0], size, shape)
    taken = {}
    cpu, wall = time.process_time(), time.perf_counter()
    numbers = [torch.tensor(column) for column in zip(*rows, strict=True)]
    columns = columns_of(*numbers, torch.ones(len(rows), dtype=torch.int64))
    assert propose(Histories(columns), list(DEFAULT_WEIGHTS)) is not None
    taken["quizterm"] = (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000
    items = _items_of_fsrs_rs(rows)
    cpu, wall = time.process_time(), time.perf_counter()
    _fitted_by_fsrs_rs(items)
    taken["fsrs-rs"] = (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000
    return taken


def _judge(size: int, shape: str) -> dict[str, float]:
    import torch

    from quizterm.memory.fitting.fit import fit
    from quizterm.memory.fitting.histories import Histories, columns_of, log_loss
    from quizterm.memory.fsrs import DEFAULT_WEIGHTS

    torch.set_num_threads(1)
    losses: dict[str, list[float]] = {"quizterm": [], "fsrs-rs": [], "default weights": []}
    for seed in SEEDS:
        rows = _log(seed, size, shape)
        numbers = [torch.tensor(column) for column in zip(*rows, strict=True)]
        histories = Histories(columns_of(*numbers, torch.ones(len(rows), dtype=torch.int64)))
        moments = histories.when[histories.scored].sort().values.tolist()
        for tenth in SPLITS:
            start, stop = moments[len(moments) * tenth // 10], moments[len(moments) * (tenth + 1) // 10 - 1]
            held_out = (histories.when >= start) & (histories.when <= stop)
            theirs = _fitted_by_fsrs_rs(_items_of_fsrs_rs([row for row in rows if row.when < start]))
            losses["quizterm"].append(log_loss(histories, fit(histories, histories.when < start), held_out))
            losses["fsrs-rs"].append(log_loss(histories, torch.tensor(theirs), held_out))
            losses["default weights"].append(log_loss(histories, torch.tensor(DEFAULT_WEIGHTS), held_out))
    return {name: round(fmean(found), 5) for name, found in losses.items()}


def _log(seed: int, size: int, shape: str) -> list[Any]:
    from tests.unit.memory.synthetic_learner import log

    rows = log(seed, round(size / SHAPES[shape] * 1.2), skewed=shape == "skewed")
    assert len(rows) >= size, len(rows)
    return list(rows[:size])


def _items_of_fsrs_rs(rows: Sequence[Any]) -> list[Any]:
    """Each scored review with those before it."""
    import fsrs_rs_python

    items = []
    for _, history in groupby(rows, key=lambda row: row.item):
        reviews, before = [], None
        for row in history:
            elapsed = 0 if before is None else row.day - before
            reviews.append(fsrs_rs_python.FSRSReview(row.rating, elapsed))
            before = row.day
            if elapsed > 0:
                items.append((row.when, fsrs_rs_python.FSRSItem(list(reviews))))
    items.sort(key=lambda item: item[0])
    return [item for _, item in items]


def _fitted_by_fsrs_rs(items: Sequence[Any]) -> list[float]:
    import fsrs_rs_python

    from quizterm.memory.fsrs import DEFAULT_WEIGHTS

    weights: list[float] = fsrs_rs_python.FSRS(list(DEFAULT_WEIGHTS)).compute_parameters(list(items))
    return weights


if __name__ == "__main__":
    what, number, kind = sys.argv[1:]
    json.dump((_time if what == "time" else _judge)(int(number), kind), sys.stdout)
