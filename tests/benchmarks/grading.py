"""Time of a verdict."""

import os
import sys
from pathlib import Path

from tests.benchmarks.times import Times, median, run

COLD_RUNS = 5
QUIZTERM = [sys.executable, "-m", "quizterm"]


def measure_grading(folder: Path) -> dict[str, Times]:
    """Of `quizterm grade engine` on a wrong solution, from the start of the process to its end.

    The first time no outcome of a bug is remembered; later times they are.
    """
    bugs = folder / "bugs"
    run([*QUIZTERM, "bugs", "engine", "--out", str(bugs)], os.environ)
    words = [*QUIZTERM, "grade", "engine", str(min(bugs.glob("*.py"))), "--seed", "1"]
    first = run(words, os.environ, expected=1)
    return {
        "grade engine, first time": first,
        "grade engine, cold": median(run(words, os.environ, expected=1) for _ in range(COLD_RUNS)),
    }
