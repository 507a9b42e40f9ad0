"""From a file to a report: outcomes against the reference, and the bug behind the failures.

Imports torch, so only worker processes import this module.
"""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from quizterm.errors import ExerciseError
from quizterm.grading.bug_cache import BugCache, Outcomes
from quizterm.grading.compare import compare, show
from quizterm.grading.diagnose import Evidence, match, tell
from quizterm.grading.edits import EditError, broken_solution
from quizterm.grading.exercise import Bug, Exercise, Experiment
from quizterm.grading.explain import explain
from quizterm.grading.observation import from_wire
from quizterm.grading.outcome import Ended, Observed, Outcome, Raised, failure_of, is_unwritten
from quizterm.grading.progress import Diagnosing, Progress
from quizterm.grading.tracing import traces
from quizterm.grading.trial import Exam, Question, run_file
from quizterm.grading.unreadable import not_run
from quizterm.grading.verdict import Certainty, Diagnosis, Difference, ExperimentResult, Failure, FailureKind, Report
from quizterm.grading.workers import Workers


def judge(
    workers: Workers,
    exam: Exam,
    source: str,
    file: str,
    *,
    seed: int,
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
    trial = run_file(workers, exam, source, file, progress=progress, traced=traced)
    if trial.failure is not None:
        results = not_run(exam.exercise.experiments)
    else:
        results = tuple(
            _result(question, trial.outcomes[question.experiment.name], exam) for question in exam.questions
        )
    passed = trial.failure is None and all(result.passed for result in results if not result.bonus)
    diagnosis: Diagnosis | None = None
    cards: tuple[str, ...] = ()
    if diagnosed and trial.failure is None and not passed:
        diagnosis, cards = _diagnose(workers, exam, trial.outcomes, results, bug_store(exam, seed, cache), progress)
    return Report(
        exercise=exam.exercise.slug,
        passed=passed,
        seed=seed,
        device=exam.device,
        torch=torch.__version__.partition("+")[0],
        seconds=time.monotonic() - started,
        experiments=results,
        diagnosis=diagnosis,
        cards=cards,
        error=trial.failure,
        output=trial.output,
    )


def bug_store(exam: Exam, seed: int, cache: Path | None) -> BugCache | None:
    if cache is None:
        return None
    exercise = exam.exercise
    return BugCache(cache, exercise.slug, exercise.content_hash, torch.__version__, exam.device, seed)


def bug_outcomes(workers: Workers, exam: Exam, store: BugCache | None, most: int | None = None) -> dict[str, Outcomes]:
    """What every bug does, by bug and experiment; computed where the store does not know it, and then kept there.

    With `most`, no more bugs than that are run, and the others are left out.
    """
    known = _known(exam, store)
    missing = [bug for bug in exam.exercise.bugs if bug.id not in known][:most]
    questions = _graded(exam)
    for bug in missing:
        trial = run_file(workers, exam, _broken(exam.exercise, bug), f"{bug.id}.py", questions, traced=False)
        known[bug.id] = (
            trial.outcomes
            if trial.failure is None
            else {question.experiment.name: Ended(trial.failure) for question in questions}
        )
    if missing and store is not None:
        store.save(known)
    return known


def _known(exam: Exam, store: BugCache | None) -> dict[str, Outcomes]:
    if not exam.bugs and store is not None:
        exam.bugs.update(store.load())
    return exam.bugs


def _broken(exercise: Exercise, bug: Bug) -> str:
    try:
        return broken_solution(exercise, bug)
    except (EditError, SyntaxError) as error:
        raise ExerciseError(f"exercise {exercise.slug}: bug {bug.id} cannot be made: {error}") from error


def _graded(exam: Exam) -> list[Question]:
    return [question for question in exam.questions if not question.experiment.bonus]


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
        progress(Diagnosing(len(exam.exercise.bugs) - len(_known(exam, store))))
    found = match(failed, _evidence_of_all(exam, outcomes, failed, bug_outcomes(workers, exam, store)))
    if found is not None:
        return tell(found, exam.exercise.bugs)
    return _read_numbers(exam, outcomes, failed), ()


def tell_bugs_apart(workers: Workers, exam: Exam, store: BugCache | None) -> dict[str, Diagnosis]:
    """What a file with each of the bugs is told, by what the bugs did; one that no experiment notices is left out."""
    bugs = bug_outcomes(workers, exam, store)
    told = {}
    for bug in exam.exercise.bugs:
        did = bugs[bug.id]
        failed = [
            one.experiment.name for one in _graded(exam) if not _result(one, did[one.experiment.name], exam).passed
        ]
        found = match(failed, _evidence_of_all(exam, did, failed, bugs)) if failed else None
        if found is not None:
            told[bug.id], _ = tell(found, exam.exercise.bugs)
    return told


def _evidence_of_all(
    exam: Exam, outcomes: Mapping[str, Outcome], failed: list[str], bugs: Mapping[str, Outcomes]
) -> list[Evidence]:
    return [_evidence(bug.id, exam, outcomes, failed, bugs[bug.id]) for bug in exam.exercise.bugs]


def _evidence(bug: str, exam: Exam, outcomes: Mapping[str, Outcome], failed: list[str], bug_did: Outcomes) -> Evidence:
    if bug not in exam.bug_failures:
        exam.bug_failures[bug] = frozenset(
            question.experiment.name
            for question in _graded(exam)
            if not _result(question, bug_did[question.experiment.name], exam).passed
        )
    fails = exam.bug_failures[bug]
    compared = failed if fails.issubset(failed) else []  # or it is no candidate, whatever it equals
    equals = frozenset(name for name in compared if _equal(outcomes[name], bug_did[name], exam.device))
    return Evidence(bug, fails, equals)


def _equal(one: Outcome, other: Outcome, device: str) -> bool:
    """Whether two outcomes are the same: equal observations, the same type of exception, the same kind of end."""
    match one, other:
        case Observed(got), Observed(expected):
            return not compare(_tensors(got, device), _tensors(expected, device), device)
        case Raised(), Raised():
            return one.type == other.type
        case Ended(), Ended():
            same_kind = one.failure.kind is other.failure.kind
            return same_kind and (
                one.failure.kind is FailureKind.TIMEOUT or one.failure.message == other.failure.message
            )
        case _:
            return False


def _read_numbers(exam: Exam, outcomes: Mapping[str, Outcome], failed: list[str]) -> Diagnosis | None:
    for question in _graded(exam):
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
    """How a property misses its bounds, if it does; NaN keeps within none."""
    low = float("-inf") if experiment.at_least is None else experiment.at_least
    high = float("inf") if experiment.at_most is None else experiment.at_most
    if type(got) in (int, float) and low <= got <= high:
        return ()
    expected = _expected(experiment, None)
    return (Difference("", f"should be {expected}, not {show(got)}", expected, show(got)),)
