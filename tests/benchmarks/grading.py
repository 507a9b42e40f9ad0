"""Time of a verdict."""

import subprocess
import sys
import time
from pathlib import Path

SHIPPED = Path(__file__).parent.parent.parent / "exercises"
COLD_RUNS = 3


def measure_grading(folder: Path) -> dict[str, float]:
    """Milliseconds of `quizterm grade engine` on a wrong solution, from the start of the process, the best of a few.

    The first time no outcome of a bug is remembered; later times they are.
    """
    bugs = folder / "bugs"
    quizterm = [sys.executable, "-m", "quizterm"]
    subprocess.run([*quizterm, "bugs", "engine", "--out", str(bugs)], check=True, capture_output=True)
    words = [*quizterm, "grade", "engine", str(min(bugs.glob("*.py"))), "--seed", "1"]
    first, *later = [_time(words) for _ in range(1 + COLD_RUNS)]
    return {"grade engine, first time": first, "grade engine, cold": min(later)}


def _time(words: list[str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    return (time.perf_counter() - start) * 1000
