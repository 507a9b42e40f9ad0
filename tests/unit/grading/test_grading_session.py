"""What is left of a talk with a child that ended badly."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from quizterm.grading.exercise import Exercise
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import FailureKind

OBSERVE = "def observe_only(impl, case, probe):\n    return impl.answer()\n"
ENDED_BY_A_SIGNAL_WITHOUT_A_NAME = "import os\n\n\ndef answer():\n    os.kill(os.getpid(), 40)\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the descriptors of a process")
def test_the_referee_keeps_no_descriptor_of_a_child_that_a_signal_ended(
    grader: Grader, small_exercise: Callable[..., Exercise], tmp_path: Path
) -> None:
    count = (
        f"pathlib.Path({str(tmp_path)!r}, str(rng.initial_seed())).write_text(str(len(os.listdir('/proc/self/fd'))))"
    )
    exercise = small_exercise(OBSERVE, make_case=f"import os, pathlib; {count}; return {{}}")  # the referee makes cases
    for seed in range(3):
        report = grader.grade(exercise, ENDED_BY_A_SIGNAL_WITHOUT_A_NAME, seed=seed, diagnosed=False)
        assert [result.error and result.error.kind for result in report.experiments] == [FailureKind.CRASH]
    counts = [file.read_text(encoding="ascii") for file in tmp_path.iterdir() if file.is_file()]
    assert len(counts) == 3
    assert len(set(counts)) == 1
