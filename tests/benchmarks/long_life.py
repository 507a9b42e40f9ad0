"""A learner's long life with quizterm, and the same with Anki, in turn, so that a busy machine slows both."""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.life_in_quizterm import environment
from tests.benchmarks.painting import measure_first_card, measure_memory
from tests.benchmarks.times import Times, median

ROUNDS = 5
_QUIZTERM = [sys.executable, "-m", "tests.benchmarks.life_in_quizterm"]
_ANKI = "tests.benchmarks.life_in_anki"


class Life(NamedTuple):
    """Medians of all rounds, by name."""

    times: dict[str, Times]
    megabytes: dict[str, float]


def measure_long_life(folder: Path, anki: str | None) -> tuple[Life, Life | None]:
    """quizterm's, and Anki's where an interpreter with the `anki` package is named."""
    home = folder / "long"
    first = _laps([*_QUIZTERM, "make", str(home)])
    others = []
    if anki is not None:
        file = folder / "anki" / "collection.anki2"
        file.parent.mkdir()
        subprocess.run([anki, "-m", _ANKI, "make", str(file)], check=True, env=_environment())
    rounds = []
    for _ in range(ROUNDS):
        os.sync()  # what the other one wrote is on the disk before this one waits for it
        rounds.append(_laps([*_QUIZTERM, "live", str(home)]))
        if anki is not None:
            os.sync()
            others.append(_laps([anki, "-m", _ANKI, "live", str(file)]))
    life = _life(rounds)
    life.times.update(_times(first))
    life.times["first card painted"] = measure_first_card(2 * ROUNDS, environment(home))
    memory = measure_memory(environment(home))
    if memory is not None:
        life.megabytes["app at its first card"] = memory
    return life, _life(others) if others else None


def ratios(life: Life, other: Life) -> list[tuple[str, float, float]]:
    """What both were measured at: name, quizterm's number, the other's."""
    times = [(f"{name} (ms)", life.times[name].wall, taken.wall) for name, taken in other.times.items()]
    cpu = [(f"{name} (ms, cpu)", life.times[name].cpu or 0.0, taken.cpu or 0.0) for name, taken in other.times.items()]
    memory = [(f"memory, {name} (MB)", life.megabytes[name], held) for name, held in other.megabytes.items()]
    return [*times, *cpu, *memory]


def table(rows: Sequence[tuple[str, float, float]]) -> str:
    lines = [f"{'':<32}{'quizterm':>12}{'Anki':>12}{'ratio':>8}"]
    lines += [f"{name:<32}{own:>12.3f}{others:>12.3f}{own / others:>8.2f}" for name, own, others in rows if others]
    return "\n".join(lines)


def _laps(words: Sequence[str]) -> dict[str, Any]:
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, env=_environment())
    laps: dict[str, Any] = json.loads(done.stdout)
    return laps


def _environment() -> dict[str, str]:
    """The interpreter with the `anki` package finds these modules too, and nothing else of quizterm's."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


def _times(laps: dict[str, Any]) -> dict[str, Times]:
    return {name: Times(*taken) for name, taken in laps["milliseconds"].items()}


def _life(rounds: Sequence[dict[str, Any]]) -> Life:
    all_times = [_times(laps) for laps in rounds]
    times = {name: median(taken[name] for taken in all_times) for name in all_times[0]}
    held = [{name: size for name, size in laps["megabytes"].items() if size is not None} for laps in rounds]
    return Life(times, {name: statistics.median(one[name] for one in held) for name in held[0]})
