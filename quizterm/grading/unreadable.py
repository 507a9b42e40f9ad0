"""The verdict on a file that is no Python text, so that no worker needs to see it."""

from collections.abc import Iterable

from quizterm.grading.exercise import Exercise, Experiment
from quizterm.grading.torch_installed import installed_torch
from quizterm.grading.verdict import ExperimentResult, Failure, FailureKind, Report


def not_run(experiments: Iterable[Experiment]) -> tuple[ExperimentResult, ...]:
    """The results of experiments that a file never came to."""
    return tuple(
        ExperimentResult(experiment.name, experiment.title, experiment.bonus, passed=False, message="not run")
        for experiment in experiments
    )


def unreadable_report(exercise: Exercise, seed: int, device: str, problem: str) -> Report:
    """Not passed, with `problem` (one line) as a syntax error; every experiment is listed as not run."""
    return Report(
        exercise=exercise.slug,
        passed=False,
        seed=seed,
        device=device,
        torch=installed_torch().partition("+")[0],
        seconds=0.0,
        experiments=not_run(exercise.experiments),
        error=Failure(FailureKind.SYNTAX, problem),
    )
