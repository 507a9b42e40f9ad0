"""Measure quizterm on this machine and print one JSON object: `make bench`, or `python -m tests.benchmarks`.

Times are milliseconds, medians of some runs in new processes with warm bytecode, over a home folder that was used once
before; `cpu` is the processor time, which other programs disturb less. Nothing here passes or fails: a number is set
beside its budget, where it has one.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks import budgets
from tests.benchmarks.commands import measure_commands
from tests.benchmarks.exercises import measure_grade_all, measure_slowest_exercises
from tests.benchmarks.fitting import measure_fitting, measure_losses
from tests.benchmarks.fsyncs import fsyncs_per_answer
from tests.benchmarks.grading import measure_grading
from tests.benchmarks.imports import measure_imports
from tests.benchmarks.long_life import measure_long_life, ratios, table
from tests.benchmarks.painting import measure_memory, measure_painting
from tests.benchmarks.times import Times

PARTS = ("start", "grading", "batch", "fitting", "answer", "long-life")


def main(words: list[str]) -> int:
    arguments = _parse(words)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("QUIZTERM_NOW", None)
    results: dict[str, Any] = {
        "machine": f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "runs": arguments.runs,
    }
    for part in arguments.only or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["QUIZTERM_HOME"] = folder
            results[part] = _measure(part, Path(folder), arguments)
    json.dump(results, sys.stdout, indent=2)
    print()
    return 0


def _parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=15, help="of whatever is measured more than once")
    parser.add_argument("--only", action="append", choices=PARTS, help="this part (may be said again)")
    parser.add_argument("--anki", metavar="PYTHON", help="also measure Anki, with an interpreter that has the package")
    return parser.parse_args(words)


def _measure(part: str, folder: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    match part:
        case "start":
            times = measure_imports(arguments.runs) | measure_commands(arguments.runs)
            painting = measure_painting(arguments.runs, folder)
            memory = {"app at its first card": measure_memory({})}
            return {
                "milliseconds": _beside(times | painting.times, budgets.MILLISECONDS),
                "bytes to the terminal": painting.bytes,
                "megabytes": _sizes(memory),
            }
        case "grading":
            return {"milliseconds": _beside(measure_grading(folder), budgets.MILLISECONDS)}
        case "batch":
            submissions = folder / "submissions"
            submissions.mkdir()
            rate = {"measured": _rounded(measure_grade_all(submissions)), "budget": budgets.GRADE_ALL_A_SECOND}
            slowest = measure_slowest_exercises()
            return {"submissions of engine a second": rate, "milliseconds": _beside(slowest, {})}
        case "fitting":
            return {
                "milliseconds": _beside(measure_fitting(), budgets.MILLISECONDS),
                "held-out log loss": measure_losses(),
            }
        case "answer":
            return {"fsyncs": {"counted": fsyncs_per_answer(folder), "budget": budgets.FSYNCS}}
        case _:
            return _long_life(folder, arguments.anki)


def _long_life(folder: Path, anki: str | None) -> dict[str, Any]:
    life, other = measure_long_life(folder, anki)
    answer, ratio = life.times["answer"], life.times["answer"].wall / life.times["bare commit"].wall
    result = {
        "milliseconds": _beside(life.times, budgets.LONG_LIFE_MILLISECONDS),
        "answer against a bare commit": {
            "measured": _rounded(ratio),
            "budget": budgets.ANSWER_AGAINST_COMMIT,
        },
        "answer, milliseconds of cpu": {
            "measured": _rounded(answer.cpu),
            "budget": budgets.ANSWER_CPU_MILLISECONDS,
        },
        "megabytes": _sizes(life.megabytes),
    }
    if other is not None:
        rows = ratios(life, other)
        print(table(rows), file=sys.stderr)
        result["beside anki"] = {
            name: {"quizterm": _rounded(own), "anki": _rounded(others)} for name, own, others in rows
        }
    return result


def _beside(times: Mapping[str, Times], wanted: Mapping[str, float]) -> dict[str, Any]:
    return {
        name: {"median": _rounded(taken.wall), "cpu": _rounded(taken.cpu), "budget": wanted.get(name)}
        for name, taken in times.items()
    }


def _sizes(megabytes: Mapping[str, float | None]) -> dict[str, Any]:
    return {
        name: {"resident": _rounded(size), "budget": budgets.MEGABYTES.get(name)} for name, size in megabytes.items()
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
