"""From a key to what the learner sees, in a real pseudo-terminal of 80 by 24; and what the app weighs."""

import os
import statistics
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from quizterm.study.review import Review
from quizterm.study.session import open_study
from tests.benchmarks.laps import resident_megabytes
from tests.benchmarks.times import Times, median
from tests.support.pseudo_terminal import PseudoTerminal

CARDS = 30


class Painting(NamedTuple):
    """By what was done: how long it took, and how many bytes went to the terminal for it, which a slow line feels."""

    times: dict[str, Times]
    bytes: dict[str, int]


def measure_painting(runs: int, folder: Path) -> Painting:
    """From the start of the process to the first card, and from a key to its effect on the screen."""
    first = measure_first_card(runs, {})
    reveals, nexts = _play(_deck(folder / "deck"), min(runs, CARDS - 1))
    times = {
        "first card painted": first,
        "reveal": median(effect.times for effect in reveals),
        "grade to next card": median(effect.times for effect in nexts),
    }
    sizes = {
        name: statistics.median_low(effect.bytes for effect in effects)
        for name, effects in (("reveal", reveals), ("grade to next card", nexts))
    }
    return Painting(times, sizes)


def measure_first_card(runs: int, environment: Mapping[str, str]) -> Times:
    """From the start of the process to the first card."""
    title = _first_title(environment)
    return median(_until_painted(title, environment) for _ in range(runs))


def measure_memory(environment: Mapping[str, str]) -> float | None:
    """Megabytes of memory that the app holds when it shows its first card; None where the system does not tell."""
    title = _first_title(environment)
    with _quizterm("review", environment=environment) as terminal:
        terminal.wait_for(title)
        return resident_megabytes(process=terminal.process.pid)


def _first_title(environment: Mapping[str, str]) -> str:
    with patch.dict(os.environ, environment), open_study() as study:
        question = Review(study).question
    assert question is not None
    return question.card.title


def _until_painted(title: str, environment: Mapping[str, str]) -> Times:
    start = time.perf_counter()
    with _quizterm("review", environment=environment) as terminal:
        terminal.wait_for(title)
        return Times((time.perf_counter() - start) * 1000, _processor_time(terminal.process.pid))


def _processor_time(pid: int) -> float | None:
    """Milliseconds, in the kernel's steps of usually 10; None where the system does not tell."""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        return None
    user, system = file.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) * 1000 / os.sysconf("SC_CLK_TCK")


class _Effect(NamedTuple):
    times: Times
    bytes: int


def _play(deck: Path, cards: int) -> tuple[list[_Effect], list[_Effect]]:
    reveals, nexts = [], []
    with _quizterm("--content", str(deck), "review", "--lesson", "counting", environment={}) as terminal:
        terminal.wait_for("What comes after 1?")
        for number in range(1, cards + 1):
            reveals.append(_key(terminal, " ", f"That is {number + 1}."))
            nexts.append(_key(terminal, "4", f"What comes after {number + 1}?"))
    return reveals, nexts


def _key(terminal: PseudoTerminal, key: str, effect: str) -> _Effect:
    before = len(terminal.transcript)
    start = time.perf_counter()
    terminal.send(key)
    terminal.wait_for(effect)
    times = Times((time.perf_counter() - start) * 1000)
    return _Effect(times, len(terminal.transcript[before:].encode()))


def _quizterm(*words: str, environment: Mapping[str, str]) -> PseudoTerminal:
    return PseudoTerminal([sys.executable, "-m", "quizterm", *words], {**os.environ, **environment})


def _deck(folder: Path) -> Path:
    """A lesson of short recall cards whose screens can be told apart; the limit on new cards is lifted for it."""
    folder.mkdir()
    cards = "".join(
        f"### Number {number}\n<!-- card c{number} kind=recall section=basics -->\nWhat comes after {number}?\n\n"
        f"---\n\nThat is {number + 1}.\n\n#### Key points\n- {number + 1}\n\n"
        for number in range(1, CARDS + 1)
    )
    (folder / "counting.md").write_text(f"# Counting\n\n## Basics\n\nText.\n\n## Recall\n\n{cards}")
    (folder.parent / "settings.toml").write_text(f"new_cards_a_day = {CARDS}\n")
    return folder
