"""The benchmark measures what it says: a short life is made up, lived and told of."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks import budgets
from tests.benchmarks.fsyncs import fsyncs_per_answer

ROOT = Path(__file__).parent.parent
SHORT = {"QUIZTERM_BENCHMARK_LESSONS": "2"}


def told(command: str, home: Path) -> dict[str, dict[str, object]]:
    words = [sys.executable, "-m", "tests.benchmarks.life_in_quizterm", command, str(home)]
    environment = {**os.environ, **SHORT, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stderr
    laps: dict[str, dict[str, object]] = json.loads(done.stdout)
    return laps


def test_a_short_life_is_measured(tmp_path: Path) -> None:
    made = told("make", tmp_path / "home")["milliseconds"]
    lived = told("live", tmp_path / "home")
    names = set(lived["milliseconds"])
    assert names > {
        "open",
        "first queue",
        "next card",
        "next item",
        "preview",
        "answer",
        "bare commit",
        "undo",
        "due counts",
        "search, rare word",
        "statistics",
        "forecast",
        "close",
    }
    assert set(budgets.LONG_LIFE_MILLISECONDS) - {"first card painted"} <= names
    assert set(lived["megabytes"]) == {"first card", "day's end", "most"}
    assert not names & set(made)


@pytest.mark.skipif(shutil.which("strace") is None, reason="without strace nobody counts them")
def test_an_answer_waits_for_the_disk_once(tmp_path: Path) -> None:
    assert fsyncs_per_answer(tmp_path) == budgets.FSYNCS == 1
