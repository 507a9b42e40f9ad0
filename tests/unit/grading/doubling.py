"""A small exercise with short limits: double a number."""

import textwrap
from pathlib import Path

from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import Report

EXERCISE = """\
title = "Double"
lesson = "engine"
requires = []
level = 1
names = ["double"]
forbidden = ["torch"]
device = "cpu"

[limits]
load = 1.0
experiment = 1.0
whole = 5.0
memory = 128

[[experiment]]
name = "small"
title = "a small number"

[[experiment]]
name = "large"
title = "a large number"

[[experiment]]
name = "steps"
title = "how often x is added"
at_least = 1
at_most = 2
"""
BUGS = """\
[[bug]]
id = "triple"
sentence = "It is three times too much."
cards = ["engine.assign"]

[[bug.edit]]
old = "x + x"
new = "x + x + x"
"""
SOLUTION = "def double(x):\n    return x + x\n"
LOOP = "def double(x):\n    while True: pass\n"
EXPERIMENTS = """\
class Counter(float):
    added = 0

    def __add__(self, other):
        Counter.added += 1
        return Counter(float(self) + other)


def make_small(rng):
    return {"x": 1.5}


def observe_small(impl, case, probe):
    return probe.number(impl.double(case["x"]))


def make_large(rng):
    return {"x": 1e6}


def observe_large(impl, case, probe):
    return probe.number(impl.double(case["x"]))


def make_steps(rng):
    return {}


def observe_steps(impl, case, probe):
    Counter.added = 0
    impl.double(Counter(1.0))
    return Counter.added
"""


def write_double(folder: Path) -> Exercise:
    """Write the exercise into a new folder, and load it."""
    folder.mkdir()
    files = {
        "exercise.toml": EXERCISE,
        "bugs.toml": BUGS,
        "brief.md": "# Double",
        "hints.md": "## 1\n## 2\n## 3\n",
        "starter.py": "def double(x):\n    raise NotImplementedError\n",
        "solution.py": SOLUTION,
        "reference.py": SOLUTION,
        "experiments.py": EXPERIMENTS,
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_exercise(folder)


def grade(grader: Grader, exercise: Exercise, source: str) -> Report:
    return grader.grade(exercise, textwrap.dedent(source), seed=1)


def result_kinds(report: Report) -> list[str]:
    """passed, differs, or the kind of failure, for each experiment."""
    return [
        "passed" if result.passed else result.error.kind.value if result.error else "differs"
        for result in report.experiments
    ]
