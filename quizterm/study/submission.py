"""A file handed in: read, given its seeds, and judged. Judging touches no store, so that any thread may do it."""

from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

from quizterm import paths
from quizterm.grading.exercise import Exercise
from quizterm.grading.progress import Progress
from quizterm.grading.unreadable import unreadable_report
from quizterm.grading.verdict import Report
from quizterm.study.attempt_detail import read_detail
from quizterm.study.exercises import exercise_item, find_exercise
from quizterm.study.referee import Grades
from quizterm.study.session import Study
from quizterm.study.workspace import UnreadableSubmissionError, read_submission, submission_file

SEEDS = 1000


@dataclass(frozen=True, slots=True)
class Submission:
    """One file as it was read."""

    exercise: Exercise
    source: str
    problem: str | None  # why the file is no Python text, in one line; then the source is empty
    name: str  # of the file, as tracebacks show it
    seeds: tuple[int, ...]
    device: str


def submission(
    study: Study,
    slug: str,
    file: Path | None = None,
    *,
    seed: int | None = None,
    seeds: tuple[int, int] | None = None,
    device: str = "auto",
) -> Submission:
    """Read the workspace's file, or another one.

    The seed stays the same until the exercise passes, so that numbers do not move under the learner's feet. A pass is
    confirmed on a fresh seed; if that fails, the fresh one becomes the exercise's.

    Args:
        seed: instead of the exercise's own; used as it is, without confirming a pass on a fresh one.
        seeds: those that `draw_seeds` gave before.

    Raises:
        UsageError: there is no such exercise or file.
    """
    exercise = find_exercise(study, slug)
    place = file or submission_file(paths.workspace(), slug)
    source, problem = "", None
    try:
        source = read_submission(place)
    except UnreadableSubmissionError as error:
        problem = str(error)
    chosen = (seed,) if seed is not None else seeds or draw_seeds(study, slug)
    return Submission(exercise, source, problem, place.name, chosen, device)


def judge(submitted: Submission, referee: Grades, progress: Progress | None = None) -> Report:
    """The report on the first seed that fails, or on the first if none does.

    Args:
        progress: called in this thread with what is to be told meanwhile.

    Raises:
        GradingError: grading cannot run on this machine or device.
    """
    if submitted.problem is not None:
        device = "cpu" if submitted.device == "auto" else submitted.device
        return unreadable_report(submitted.exercise, submitted.seeds[0], device, submitted.problem)
    reports = []
    for seed in submitted.seeds:
        report = referee.grade(
            submitted.exercise,
            submitted.source,
            seed=seed,
            device=submitted.device,
            file=submitted.name,
            progress=progress,
        )
        if not report.passed:
            return report
        reports.append(report)
    return reports[0]


def draw_seeds(study: Study, slug: str) -> tuple[int, int]:
    """The exercise's seed, then the one that confirms a pass."""
    draw = SystemRandom()
    attempts = study.store.attempts(exercise_item(study, slug).id)
    last = read_detail(attempts[-1]) if attempts else None
    first = last.seed if last is not None and not last.passed else draw.randrange(SEEDS)
    return first, draw.choice([seed for seed in range(SEEDS) if seed != first])
