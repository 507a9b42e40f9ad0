"""Measure quizterm on this machine and print one JSON object: `make bench`, or `python -m tests.benchmarks [RUNS]`.

Times are milliseconds, medians of RUNS runs (15 unless given) in new processes with warm bytecode, over a home folder
that was used once before; `cpu` is the processor time, which other programs disturb less. Nothing here passes or
fails: a number is set beside its budget, where it has one.
"""

import json
import os
import platform
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.budgets import BUDGET_MB, BUDGETS_MS, GRADE_ALL_A_SECOND
from tests.benchmarks.commands import measure_commands
from tests.benchmarks.exercises import measure_grade_all, measure_slowest_exercises
from tests.benchmarks.fitting import measure_fitting
from tests.benchmarks.grading import measure_grading
from tests.benchmarks.imports import measure_imports
from tests.benchmarks.painting import measure_memory, measure_painting
from tests.benchmarks.store_answer import fsyncs_per_answer, measure_store

RUNS = 15


def main(words: list[str]) -> int:
    runs = int(words[0]) if words else RUNS
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("QUIZTERM_NOW", None)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as submissions:
        os.environ["QUIZTERM_HOME"] = folder
        times = {
            **measure_imports(runs),
            **measure_commands(runs),
            **measure_painting(runs, Path(folder)),
            **measure_grading(Path(folder)),
            **measure_slowest_exercises(),
            **measure_fitting(),
            **measure_store(Path(folder)),
        }
        results = {
            "machine": f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}",
            "runs": runs,
            "milliseconds": {
                name: {"median": _rounded(taken.wall), "cpu": _rounded(taken.cpu), "budget": BUDGETS_MS.get(name)}
                for name, taken in times.items()
            },
            "submissions a second": {
                "grade-all of engine": {
                    "measured": _rounded(measure_grade_all(Path(submissions))),
                    "budget": GRADE_ALL_A_SECOND,
                }
            },
            "fsyncs": {"answer": {"counted": fsyncs_per_answer(Path(folder)), "budget": 1}},
            "megabytes": {"app": {"resident": _rounded(measure_memory()), "budget": BUDGET_MB}},
        }
    json.dump(results, sys.stdout, indent=2)
    print()
    return 0


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
