"""Grading from outside: what comes back for any file, and what is left behind."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from quizterm.errors import ExerciseError, GradingError
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader
from quizterm.grading.snippet import CodeUnit
from quizterm.grading.verdict import FailureKind, Report

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


@pytest.fixture(scope="session")
def double(tmp_path_factory: pytest.TempPathFactory) -> Exercise:
    """A small exercise with short limits."""
    folder = tmp_path_factory.mktemp("exercises") / "double"
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


def test_a_right_file_passes(grader: Grader, double: Exercise) -> None:
    report = grade(grader, double, SOLUTION)
    assert report.passed
    assert result_kinds(report) == ["passed"] * 3
    assert (report.diagnosis, report.cards, report.error) == (None, (), None)


def test_a_wrong_file_is_named_and_shows_numbers(grader: Grader, double: Exercise) -> None:
    report = grade(grader, double, "def double(x):\n    return 3 * x\n")
    assert not report.passed
    first = report.experiments[0]
    assert (first.message, first.case, first.expected, first.got) == ("should be 3, not 4.5", "x = 1.5", "3", "4.5")
    assert report.diagnosis is not None
    assert report.diagnosis.certainty == "looks_like", "it adds nothing, unlike the bug, so one outcome differs"


def test_a_property_is_held_to_its_bounds(grader: Grader, double: Exercise) -> None:
    report = grade(grader, double, "def double(x):\n    return x + 0 + 0 + x\n")
    assert result_kinds(report) == ["passed", "passed", "differs"]
    assert report.experiments[2].message == "should be at least 1 and at most 2, not 3"


def test_numbers_are_read_when_no_bug_fits(grader: Grader, double: Exercise) -> None:
    report = grade(grader, double, "def double(x):\n    return -(x + x)\n")
    assert report.diagnosis is not None
    assert report.diagnosis.bug is None
    assert report.diagnosis.sentence == "a small number: The result has the right size and the wrong sign."


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
    assert "not run: the 1.5 seconds for all experiments are used up" in report.experiments[-1].message


def test_tracebacks_show_the_learners_frames_only(grader: Grader, double: Exercise) -> None:
    source = "import json\n\ndef inner(x):\n    json.loads('{')\n\ndef double(x):\n    inner(x)\n"
    report = grader.grade(double, source, seed=1, file="mine.py")
    error = report.experiments[0].error
    assert error is not None
    assert [line.strip() for line in error.traceback.splitlines() if line.startswith("  File")] == [
        'File "mine.py", line 7, in double',
        'File "mine.py", line 4, in inner',
    ]
    assert "    json.loads('{')" in error.traceback
    report = grader.grade(double, "x = 1\ny = = 2\n", seed=1, file="mine.py")
    assert report.error is not None
    assert report.error.message == "line 2: invalid syntax"
    assert 'File "mine.py", line 2' in report.error.traceback


def test_output_is_kept_in_part_and_without_escapes(grader: Grader, double: Exercise) -> None:
    report = grade(grader, double, "print('\\x1b[31mred\\x1b]0;title\\x07', 'y' * 100_000)\n" + SOLUTION)
    assert report.passed
    assert report.output.startswith("red yyy")
    assert 60_000 < len(report.output) <= 64 << 10


def test_bugs_are_run_only_if_a_file_fails_and_are_kept(double: Exercise, tmp_path: Path) -> None:
    with Grader(cache=tmp_path) as grader:
        grade(grader, double, SOLUTION)
        assert list(tmp_path.iterdir()) == []
        grader.grade(double, "def double(x): return x", seed=1, diagnosed=False)
        assert list(tmp_path.iterdir()) == []
        grade(grader, double, "def double(x): return x")
        (kept,) = tmp_path.iterdir()
        assert grader.prepare(double, seed=2) == 0
        assert len(list(tmp_path.iterdir())) == 2
        before = kept.stat().st_mtime_ns
        assert grader.prepare(double, seed=1) == 0
        assert kept.stat().st_mtime_ns == before
        assert grader.prepare(double, seed=3, most=0) == len(double.bugs) == 1
        assert grader.prepare(double, seed=3, most=1) == 0


def test_a_device_that_is_not_there_is_an_error_of_one_line(grader: Grader, double: Exercise) -> None:
    with pytest.raises(GradingError, match="double is graded on the CPU only; leave out --device cuda:0"):
        grader.grade(double, SOLUTION, seed=1, device="cuda:0")


def test_a_faulty_exercise_is_an_error_of_one_line(grader: Grader, double: Exercise, tmp_path: Path) -> None:
    with pytest.raises(ExerciseError, match="the file is missing"):
        grader.grade(replace(double, folder=tmp_path), SOLUTION, seed=1)


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("reference.py", "return x + x", "return 1 / 0", "the reference fails in small, seed 1: ZeroDivisionError"),
        ("reference.py", "def double", "def single", "its reference or experiments do not load: AttributeError"),
        ("experiments.py", "class Counter", "class Counter(", "its reference or experiments do not load: SyntaxError"),
        ("experiments.py", "def make_small", "def make", "the reference fails in small, seed 1: AttributeError"),
        ("bugs.toml", 'old = "x + x"', 'old = "x * x"', "bug triple cannot be made: the old text stands 0 times"),
    ],
)
def test_faults_of_an_exercises_code_are_its_own(
    grader: Grader, double: Exercise, tmp_path: Path, file: str, old: str, new: str, problem: str
) -> None:
    folder = Path(shutil.copytree(double.folder, tmp_path / "double"))
    text = (folder / file).read_text(encoding="utf-8")
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ExerciseError) as caught:
        grade(grader, load_exercise(folder), "def double(x):\n    return x\n")
    assert str(caught.value).startswith(f"exercise double: {problem}")


def test_a_worker_started_afresh_gives_the_same_verdict(double: Exercise) -> None:
    with Grader(spawn=True) as grader:
        report = grade(grader, double, "def double(x):\n    return x + x + x\n")
    assert report.diagnosis is not None
    assert report.diagnosis.bug == "triple"


def test_code_of_lessons_runs_in_one_namespace_for_each_unit(grader: Grader) -> None:
    units = [
        CodeUnit(
            "section", ("import torch\nx = torch.ones(2)\nprint(x)", "y = x * 2\ny", "y.backward()", "print(y.sum())")
        ),
        CodeUnit("card", ("x",)),
        CodeUnit("warns", ("import warnings\nwarnings.warn('careful')\nNone",)),
        CodeUnit("data class", ("from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\nA(1)",)),
        CodeUnit("syntax", ("x = = 1",)),
    ]
    section, card, warns, data_class, syntax = grader.run_code(units)
    assert [block.printed for block in section.blocks] == ["tensor([1., 1.])\n", "", "", "tensor(4.)\n"]
    assert [block.value for block in section.blocks] == ["", "tensor([2., 2.])", "", ""]
    assert section.blocks[2].exception.startswith("RuntimeError: element 0 of tensors does not require grad")
    assert card.blocks[0].exception == "NameError: name 'x' is not defined"
    assert warns.blocks[0].warnings == ("UserWarning: careful",)
    assert warns.blocks[0].value == ""
    assert data_class.blocks[0].value == "A(x=1)"
    assert syntax.blocks[0].exception == "SyntaxError: invalid syntax"
    assert {unit.error for unit in (section, card, warns, data_class, syntax)} == {None}


def test_code_of_lessons_is_limited(grader: Grader) -> None:
    units = [
        CodeUnit("loop", ("print(1)", "while True: pass", "print(2)")),
        CodeUnit("exit", ("import os; os._exit(1)",)),
        CodeUnit("memory", ("bytearray(10 << 30)",)),
    ]
    loop, exits, memory = grader.run_code(units, seconds=0.5)
    assert [block.printed for block in loop.blocks] == ["1\n"]
    assert loop.error is not None
    assert loop.error.kind is FailureKind.TIMEOUT
    assert exits.error is not None
    assert exits.error.kind is FailureKind.CRASH
    assert memory.blocks[0].exception == "MemoryError"


def alive(marker: str) -> list[int]:
    """Processes with `marker` in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
            running = "\nState:\tZ" not in (folder / "status").read_text(encoding="utf-8")
        except OSError:
            continue
        if marker.encode() in environment and running:
            found.append(int(folder.name))
    return found


def wait_until_gone(marker: str) -> list[int]:
    deadline = time.monotonic() + 10
    while (left := alive(marker)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_nothing_is_left_when_the_client_is_killed(double: Exercise, tmp_path: Path) -> None:
    script = tmp_path / "client.py"
    script.write_text(
        "from pathlib import Path\n"
        "from quizterm.grading.exercise_check import load_exercise\n"
        "from quizterm.grading.runner import Grader\n"
        f"exercise = load_exercise(Path({str(double.folder)!r}))\n"
        "with Grader() as grader:\n"
        f"    grader.grade(exercise, {SOLUTION!r}, seed=1)\n"
        "    print('warm', flush=True)\n"
        f"    grader.grade(exercise, {LOOP!r}, seed=1)\n",
        encoding="utf-8",
    )
    marker = f"QUIZTERM_TEST_MARKER={tmp_path.name}-{os.getpid()}"
    name, _, value = marker.partition("=")
    client = subprocess.Popen([sys.executable, str(script)], env=os.environ | {name: value}, stdout=subprocess.PIPE)
    with client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"warm\n"
        assert len(alive(marker)) >= 3, "client, referee and zygote"
        client.send_signal(signal.SIGKILL)
    assert wait_until_gone(marker) == []


def test_close_ends_a_request_of_another_thread(double: Exercise) -> None:
    grader = Grader()
    assert grade(grader, double, SOLUTION).passed
    timer = threading.Timer(0.3, grader.close)
    timer.start()
    started = time.monotonic()
    with pytest.raises(GradingError, match="grading was stopped"):
        grader.grade(double, LOOP, seed=1)
    assert time.monotonic() - started < 2.5, "the loop alone would take three times a second"
    timer.join()
    with pytest.raises(GradingError, match="grading was stopped"):
        grade(grader, double, SOLUTION)


def test_a_referee_that_has_died_is_replaced(double: Exercise) -> None:
    with Grader() as grader:
        grader.start()
        assert grader._process is not None
        grader._process.kill()
        assert grade(grader, double, SOLUTION).passed


def test_a_client_of_before_an_update_is_told_to_start_again(double: Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quizterm.grading.runner.__version__", "0.0.1")
    with Grader() as grader, pytest.raises(GradingError, match="was begun before: end it and start it again"):
        grader.grade(double, "def double(x): return 2 * x\n", seed=1)


def test_a_referee_that_dies_each_time_is_told(
    double: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torch.py").write_text("import os; os.write(2, b'out of luck'); os._exit(3)", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Grader() as grader, pytest.raises(GradingError, match="ended unexpectedly: out of luck"):
        grade(grader, double, SOLUTION)


def test_without_torch_grading_says_how_to_get_it(
    double: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError('No module named torch')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Grader() as grader, pytest.raises(GradingError) as caught:
        grade(grader, double, SOLUTION)
    assert str(caught.value) == (
        "torch cannot be imported (No module named torch); install it with `python -m pip install torch`"
    )


def test_the_runner_imports_neither_torch_nor_numpy() -> None:
    code = "import sys, quizterm.grading.runner, quizterm.grading.exercise_check, quizterm.grading.edits\n"
    check = "print([name for name in ('torch', 'numpy', 'subprocess') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code + check], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
