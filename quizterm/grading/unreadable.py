"""The verdict on a file that is no Python text, so that no worker needs to see it."""

from importlib.metadata import PackageNotFoundError, version

from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import ExperimentResult, Failure, FailureKind, Report

_NOT_RUN = "not run"


def unreadable_report(exercise: Exercise, seed: int, device: str, problem: str) -> Report:
    """Not passed, with `problem` (one line) as a syntax error; every experiment is listed as not run."""
    return Report(
        exercise=exercise.slug,
        passed=False,
        seed=seed,
        device=device,
        torch=_torch_version(),
        seconds=0.0,
        experiments=tuple(
            ExperimentResult(experiment.name, experiment.title, experiment.bonus, passed=False, message=_NOT_RUN)
            for experiment in exercise.experiments
        ),
        error=Failure(FailureKind.SYNTAX, problem),
    )


def _torch_version() -> str:
    try:
        return version("torch").partition("+")[0]
    except PackageNotFoundError:
        return ""
