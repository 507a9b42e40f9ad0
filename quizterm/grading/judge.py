"""From a file to a report: outcomes against the reference, and the bug behind the failures.

Imports torch, so only worker processes import this module.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from quizterm.grading.bug_cache import BugCache
from quizterm.grading.compare import compare, show
from quizterm.grading.diagnose import match, tell
from quizterm.grading.evidence import bug_outcomes, bug_store, evidence, known_bugs
from quizterm.grading.exercise import Experiment
from quizterm.grading.explain import explain
from quizterm.grading.observation import from_wire
from quizterm.grading.outcome import Ended, Observed, Outcome, Raised, failure_of, is_unwritten
from quizterm.grading.progress import Diagnosing, Progress
from quizterm.grading.tracing import traces
from quizterm.grading.trial import Exam, Question, Trial, run_file, run_through
from quizterm.grading.unreadable import not_run
from quizterm.grading.verdict import Certainty, Diagnosis, Difference, ExperimentResult, Failure, Report
from quizterm.grading.workers import Workers


def judge(
    workers: Workers,
    exam: Exam,
    source: str,
    file: str,
    *,
    cache: Path | None,
    diagnosed: bool,
    traced: bool,
    started: float,
    progress: Progress | None = None,
) -> Report:
    """Grade one file whose submission began at monotonic time `started`.

    Bugs are run, or taken from the `cache` folder, only if an experiment fails and `diagnosed`. Not `traced`, the
    report shows no graphs, gradients, curves and events.
    """
    trial = run_file(workers, exam, source, file, progress, traced=traced)
    report = _report(exam, trial, started)
    if report.passed or report.error is not None or not diagnosed:
        return report
    diagnosis, cards = _diagnose(workers, exam, trial.outcomes, report.experiments, bug_store(exam, cache), progress)
    return replace(report, diagnosis=diagnosis, cards=cards, seconds=time.monotonic() - started)


def judge_on_seeds(workers: Workers, exams: Sequence[Exam], source: str, file: str) -> list[Report]:
    """Grade one file by exams of one exercise on several seeds, without diagnoses and traces.

    The time of each report is that of all.
    """
    started = time.monotonic()
    trials = run_through(workers, exams, source, file, traced=False)
    return [_report(exam, trial, started) for exam, trial in zip(exams, trials, strict=True)]


def _report(exam: Exam, trial: Trial, started: float) -> Report:
    """The verdict on what a file did, without a diagnosis."""
    if trial.failure is not None:
        results = not_run(exam.exercise.experiments)
    else:
        results = tuple(
            _result(question, trial.outcomes[question.experiment.name], exam) for question in exam.questions
        )
    return Report(
        exercise=exam.exercise.slug,
        passed=trial.failure is None and all(result.passed for result in results if not result.bonus),
        seed=exam.seed,
        device=exam.device,
        torch=torch.__version__.partition("+")[0],
        seconds=time.monotonic() - started,
        experiments=results,
        error=trial.failure,
        output=trial.output,
    )


def _diagnose(
    workers: Workers,
    exam: Exam,
    outcomes: Mapping[str, Outcome],
    results: tuple[ExperimentResult, ...],
    store: BugCache | None,
    progress: Progress | None,
) -> tuple[Diagnosis | None, tuple[str, ...]]:
    failed = [result.name for result in results if not result.passed and not result.bonus]
    if all(is_unwritten(outcomes[name]) for name in failed):
        return None, ()
    if progress is not None:
        progress(Diagnosing(len(exam.exercise.bugs) - len(known_bugs(exam, store))))
    bug_outcomes(workers, exam, store)
    found = match(failed, evidence(exam, outcomes, failed))
    if found is not None:
        return tell(found, exam.exercise.bugs)
    return _read_numbers(exam, outcomes, failed), ()


def _read_numbers(exam: Exam, outcomes: Mapping[str, Outcome], failed: list[str]) -> Diagnosis | None:
    for question in exam.graded:
        outcome = outcomes[question.experiment.name]
        if question.experiment.name in failed and isinstance(outcome, Observed):
            got, reference, case = (
                _tensors(value, exam.device) for value in (outcome.value, question.reference, question.case)
            )
            said = explain(got, reference, exam.device, case)
            return None if said is None else Diagnosis(Certainty.NUMBERS, f"{question.experiment.title}: {said}")
    return None


def _tensors(value: Any, device: str) -> Any:
    return from_wire(value, torch.device(device))


def _result(question: Question, outcome: Outcome, exam: Exam) -> ExperimentResult:
    experiment = question.experiment
    reference = _tensors(question.reference, exam.device)
    case = show(_tensors(question.case, exam.device))
    failure = failure_of(outcome)
    if not isinstance(outcome, Observed):
        assert failure is not None
        return _failed(experiment, case, failure, expected=_expected(experiment, reference), got=_what(outcome))
    got = _tensors(outcome.value, exam.device)
    differences = (
        _outside(experiment, got) if experiment.is_property else compare(got, reference, exam.device, shown=True)
    )
    shown = traces(outcome.shown, question.shown, exam.device)
    if not differences:
        return ExperimentResult(
            experiment.name, experiment.title, experiment.bonus, passed=True, case=case, traces=shown
        )
    first, rest = differences[0], len(differences) - 1
    return ExperimentResult(
        experiment.name,
        experiment.title,
        experiment.bonus,
        passed=False,
        message=first.message + (f" (and {rest} more)" if rest else ""),
        case=case,
        expected=_at(first.path, first.expected),
        got=_at(first.path, first.got),
        differences=differences,
        traces=shown,
    )


def _failed(experiment: Experiment, case: str, failure: Failure, *, expected: str, got: str) -> ExperimentResult:
    return ExperimentResult(
        experiment.name,
        experiment.title,
        experiment.bonus,
        passed=False,
        message=failure.message,
        case=case,
        expected=expected,
        got=got,
        error=failure,
    )


def _what(outcome: Raised | Ended) -> str:
    return f"raises {outcome.type}" if isinstance(outcome, Raised) else "no answer"


def _at(path: str, text: str) -> str:
    return f"{path} = {text}" if path else text


def _expected(experiment: Experiment, reference: Any) -> str:
    if not experiment.is_property:
        return show(reference)
    bounds = [(experiment.at_least, "at least"), (experiment.at_most, "at most")]
    return " and ".join(f"{words} {bound:g}" for bound, words in bounds if bound is not None)


def _outside(experiment: Experiment, got: Any) -> tuple[Difference, ...]:
    """How a property misses its bounds, if it does."""
    if experiment.allows(got):
        return ()
    expected = _expected(experiment, None)
    return (Difference("", f"should be {expected}, not {show(got)}", expected, show(got)),)
