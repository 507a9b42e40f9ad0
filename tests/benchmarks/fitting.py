"""How long it takes to fit the memory model, in a process of its own, torch's import left out."""

import random
import subprocess
import sys

from tests.benchmarks.times import Times

SIZES = (20_000, 100_000)
_PROGRAM = """
import sys, time, torch
torch.set_num_threads(1)
from quizterm.memory.fitting.fit import propose
from quizterm.memory.fitting.histories import Histories, columns_of
from quizterm.memory.fsrs import DEFAULT_WEIGHTS
from tests.benchmarks.fitting import made_up_log
rows = made_up_log(int(sys.argv[1]), sys.argv[2] == "skewed")
wall, cpu = time.perf_counter(), time.process_time()
columns = columns_of(*(torch.tensor(column) for column in zip(*rows)))
assert propose(Histories(columns), list(DEFAULT_WEIGHTS)) is not None
print((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)
"""


def measure_fitting() -> dict[str, Times]:
    """From rows to judged weights, on even logs (ten reviews a card) and on skewed ones."""
    times = {}
    for size in SIZES:
        for shape in ("even", "skewed"):
            words = [sys.executable, "-c", _PROGRAM, str(size), shape]
            done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300)
            wall, cpu = map(float, done.stdout.split())
            times[f"fit {size:,} reviews, {shape}"] = Times(wall, cpu)
    return times


def made_up_log(size: int, skewed: bool) -> list[tuple[int, int, int, int, int]]:
    """Item, rating, study day, time and 1 of each review, by item and time."""
    draw = random.Random(1)
    rows: list[tuple[int, int, int, int, int]] = []
    item = 0
    while len(rows) < size:
        item += 1
        day, interval = draw.randrange(200), 2.0
        for number in range(min(60, 1 + int(draw.paretovariate(0.9) * 3)) if skewed else 10):
            recalled = draw.random() < 0.9
            rows.append((item, draw.choice((2, 3, 3, 3, 4)) if recalled else 1, day, day * 100_000 + number, 1))
            interval = interval * draw.uniform(1.5, 3) if recalled else 1.0
            day += max(1, round(min(interval, 200)))
    return rows[:size]
