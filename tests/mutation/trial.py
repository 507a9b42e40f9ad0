"""What becomes of a mutant: it dies by a wrong value or a crash, it lives, or no case tells it from the solution."""

import enum
import math
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import Report
from tests.mutation.mutants import Mutant

CASES = 1000  # as many have to agree before a mutant may be called equivalent
SEEDS = range(2)  # a submission is graded on one seed, and a pass is confirmed on a fresh one
SLOW_SECONDS = 0.5
SLOW_CASES = 50  # for an exercise whose run takes longer than that


class Fate(enum.StrEnum):
    DIED = "a wrong value"
    CRASHED = "a crash"  # exceptions, timeouts: nothing but those
    BONUS = "a bonus experiment only"
    LIVED = "some other seed only"
    AGREED = "no case"


@dataclass(frozen=True, slots=True)
class Trial:
    """`by` are the experiments that failed, on the first seed that had any."""

    mutant: Mutant
    fate: Fate
    by: tuple[str, ...] = ()


@contextmanager
def hurried(exercise: Exercise, seconds: float) -> Iterator[Exercise]:
    """The exercise with limits just above what its solution, which takes `seconds`, needs: many a mutant never ends."""
    limits = f"[limits]\nload = 3.0\nexperiment = {2 + 4 * seconds:.1f}\nwhole = {3 + 5 * seconds:.1f}\n"
    with TemporaryDirectory() as folder:
        copied = Path(folder) / exercise.slug
        shutil.copytree(exercise.folder, copied)
        table = (copied / "exercise.toml").read_text(encoding="utf-8")
        table = re.sub(
            r"\[limits\]\n(?:(?:load|experiment|whole) = .*\n|(memory = .*\n))+",
            lambda found: limits + (found[1] or ""),
            table,
        )
        (copied / "exercise.toml").write_text(table, encoding="utf-8")
        yield load_exercise(copied)


def seeds_that_agree(exercise: Exercise, seconds: float) -> range:
    """Seeds for all the cases that have to agree with the solution."""
    cases = CASES if seconds < SLOW_SECONDS else SLOW_CASES
    return range(SEEDS.stop, math.ceil(cases / len(exercise.experiments)))


def try_out(grader: Grader, exercise: Exercise, mutant: Mutant, more_seeds: range) -> Trial:
    graded = [grader.grade(exercise, mutant.source, seed=seed, diagnosed=False) for seed in SEEDS]
    for report in graded:
        if not report.passed:
            return Trial(mutant, Fate.CRASHED if _only_crashed(report) else Fate.DIED, _failed(report))
    for report in graded:
        if _failed(report):
            return Trial(mutant, Fate.BONUS, _failed(report))
    for seed in more_seeds:
        report = grader.grade(exercise, mutant.source, seed=seed, diagnosed=False)
        if _failed(report):
            return Trial(mutant, Fate.LIVED, _failed(report))
    return Trial(mutant, Fate.AGREED)


def _failed(report: Report) -> tuple[str, ...]:
    """The experiments that failed, those that count before the others; of those that count none, if all passed."""
    return tuple(result.name for result in report.experiments if not result.passed and report.passed == result.bonus)


def _only_crashed(report: Report) -> bool:
    failed = [result for result in report.experiments if not result.passed and not result.bonus]
    return report.error is not None or all(result.error is not None for result in failed)
