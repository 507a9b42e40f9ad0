"""Grading from outside: what comes back for a file that runs, and for an exercise that is at fault."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from doubling import SOLUTION, grade, result_kinds

from quizterm.errors import ExerciseError, GradingError
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader


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
