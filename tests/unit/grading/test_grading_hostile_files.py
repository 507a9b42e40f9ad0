"""Files that end badly: each gets a verdict, and the next one is graded as if nothing had happened."""

import shutil
from pathlib import Path

import pytest
from doubling import EXERCISE, LOOP, SOLUTION, grade, result_kinds

from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader

WHOLE = {
    "an endless loop at import": ("while True: pass\n", "timeout"),
    "os._exit at import": ("import os; os._exit(0)\n", "crash"),
    "sys.exit at import": ("import sys; sys.exit(0)\n", "load"),
    "an exception at import": ("1 / 0\n", "load"),
    "a syntax error": ("def double(:\n", "syntax"),
    "a null byte": ("x = '\0'\n", "syntax"),
    "a lone surrogate": ("x = '\udc80'\n", "syntax"),
    "brackets without end": ("(" * 10_000, "syntax"),
    "an empty file": ("", "missing"),
    "another name": ("def twice(x): return 2 * x\n", "missing"),
    "a name that is no function": ("double = 2\n", "missing"),
    "import torch": ("import torch\n" + SOLUTION, "forbidden"),
    "from torch import": ("from torch.nn import functional\n" + SOLUTION, "forbidden"),
    "torch through importlib": ("import importlib; importlib.import_module('torch').ones\n" + SOLUTION, "forbidden"),
    "a 10 GB list": ("x = [0] * (10 << 27)\n" + SOLUTION, "memory"),
    "closed descriptors": ("import os; os.closerange(0, 256)\n" + SOLUTION, "protocol"),
    "a forged answer": (
        "import os\nfor fd in range(3, 256):\n    try: os.write(fd, b'\\0' * 64)\n    except OSError: pass\n",
        "protocol",
    ),
    "a segmentation fault": ("import ctypes; ctypes.string_at(0)\n", "crash"),
    "SIGSTOP": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)\n", "timeout"),
    "a flood of output": ("while True: print('x' * 10_000)\n", "crash"),
}


@pytest.mark.parametrize(("source", "kind"), WHOLE.values(), ids=WHOLE.keys())
def test_a_file_that_cannot_be_run(grader: Grader, double: Exercise, source: str, kind: str) -> None:
    report = grader.grade(double, source, seed=1)
    assert not report.passed
    assert report.error is not None
    assert report.error.kind == kind, report.error
    assert "\n" not in report.error.message
    assert [result.name for result in report.experiments] == ["small", "large", "steps"]
    assert not any(result.passed for result in report.experiments)
    assert grade(grader, double, SOLUTION).passed, "the next file is graded as if nothing had happened"


CALLS = {
    "an endless loop": ("while True: pass", "timeout"),
    "os._exit": ("import os; os._exit(0)", "crash"),
    "sys.exit": ("raise SystemExit", "crash"),
    "an exception": ("raise ValueError('no')", "crash"),
    "deep recursion": ("return double(x)", "crash"),
    "an unwritten part": ("raise NotImplementedError('double')", "missing"),
    "a 10 GB array": ("bytearray(10 << 30)", "memory"),
    "memory bit by bit": ("hoard = []\n        while True: hoard.append(bytearray(1 << 22))", "memory"),
    "import torch": ("import torch", "forbidden"),
    "closed descriptors": ("import os; os.closerange(0, 256)", "protocol"),
    "an exception that cannot be shown": (
        "class E(Exception):\n            def __str__(self): raise ValueError\n        raise E",
        "crash",
    ),
    "a keyboard interrupt": ("raise KeyboardInterrupt", "crash"),
    "a signal without a name": ("import os; os.kill(os.getpid(), 40)", "crash"),
}


@pytest.mark.parametrize(("body", "kind"), CALLS.values(), ids=CALLS.keys())
def test_an_experiment_that_ends_badly_leaves_the_others_their_chance(
    grader: Grader, double: Exercise, body: str, kind: str
) -> None:
    source = f"def double(x):\n    if x == 1.5:\n        {body}\n    return x + x\n"
    report = grader.grade(double, source, seed=1)
    assert result_kinds(report) == [kind, "passed", "passed"]
    assert not report.passed
    assert report.error is None


def test_an_answer_that_claims_to_be_equal_is_not(grader: Grader, double: Exercise) -> None:
    report = grade(
        grader,
        double,
        """\
        class Liar:
            def __eq__(self, other): return True
            def __sub__(self, other): return 0.0
            def __abs__(self): return 0.0

        def double(x):
            return Liar()
        """,
    )
    assert result_kinds(report)[:2] == ["differs", "differs"]
    assert "not an object of submission.Liar" in report.experiments[0].message


def test_the_whole_has_a_limit_of_its_own(grader: Grader, double: Exercise, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(double.folder, tmp_path / "double"))
    short = EXERCISE.replace("whole = 5.0", "whole = 1.5")
    (folder / "exercise.toml").write_text(short, encoding="utf-8")
    report = grade(grader, load_exercise(folder), LOOP)
    assert result_kinds(report) == ["timeout"] * 3
    assert "not run: the 1.5 seconds for all checks are used up" in report.experiments[-1].message
