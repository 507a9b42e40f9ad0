"""What each bug of an exercise does, and where a submission does the same.

Imports torch, so only worker processes import this module.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import torch

from quizterm.errors import ExerciseError
from quizterm.grading.bug_cache import BugCache, Outcomes
from quizterm.grading.compare import equal
from quizterm.grading.diagnose import Evidence, match, tell
from quizterm.grading.edits import EditError, broken_solution
from quizterm.grading.exercise import Bug, Exercise
from quizterm.grading.observation import from_wire
from quizterm.grading.outcome import Ended, Observed, Outcome, Raised
from quizterm.grading.trial import Exam, Question, run_through
from quizterm.grading.verdict import Diagnosis, FailureKind
from quizterm.grading.workers import Workers


def bug_store(exam: Exam, cache: Path | None) -> BugCache | None:
    if cache is None:
        return None
    exercise = exam.exercise
    return BugCache(cache, exercise.slug, exercise.content_hash, torch.__version__, exam.device, exam.seed)


def known_bugs(exam: Exam, store: BugCache | None) -> dict[str, Outcomes]:
    """What bugs do, by bug and experiment, as far as exam or store know it."""
    if not exam.bugs and store is not None:
        exam.bugs.update(store.load())
    return exam.bugs


def bug_outcomes(workers: Workers, exam: Exam, store: BugCache | None, most: int | None = None) -> dict[str, Outcomes]:
    """What every bug does, by bug and experiment; computed where the store does not know it, and then kept there.

    With `most`, no more bugs than that are run, and the others are left out.
    """
    known = known_bugs(exam, store)
    missing = [bug for bug in exam.exercise.bugs if bug.id not in known][:most]
    for bug in missing:
        _learn(workers, bug, [exam])
    if missing and store is not None:
        store.save(known)
    return known


def tell_bugs_apart(
    workers: Workers, exams: Sequence[Exam], stores: Sequence[BugCache | None]
) -> list[dict[str, Diagnosis]]:
    """What a file with each of the bugs is told, for each exam; a bug that no experiment notices is left out."""
    known_before = [len(known_bugs(exam, store)) for exam, store in zip(exams, stores, strict=True)]
    for bug in exams[0].exercise.bugs:
        ignorant = [exam for exam in exams if bug.id not in exam.bugs]
        if ignorant:
            _learn(workers, bug, ignorant)
    for exam, store, before in zip(exams, stores, known_before, strict=True):
        if store is not None and len(exam.bugs) > before:
            store.save(exam.bugs)
    return [_told_apart(exam) for exam in exams]


def evidence(exam: Exam, outcomes: Mapping[str, Outcome], failed: Collection[str]) -> list[Evidence]:
    """How each bug, all of which the exam has to know, compares with a file that fails these experiments."""
    return [_evidence_of(bug.id, exam, outcomes, failed) for bug in exam.exercise.bugs]


def _learn(workers: Workers, bug: Bug, exams: Sequence[Exam]) -> None:
    """Run a bug, on all seeds in one child, and let each exam know what it did."""
    source = _broken(exams[0].exercise, bug)
    trials = run_through(workers, exams, source, f"{bug.id}.py", traced=False, is_bug=True)
    for exam, trial in zip(exams, trials, strict=True):
        exam.bugs[bug.id] = (
            trial.outcomes
            if trial.failure is None
            else {question.experiment.name: Ended(trial.failure) for question in exam.graded}
        )


def _broken(exercise: Exercise, bug: Bug) -> str:
    try:
        return broken_solution(exercise, bug)
    except (EditError, SyntaxError) as error:
        raise ExerciseError(f"exercise {exercise.slug}: bug {bug.id} cannot be made: {error}") from error


def _told_apart(exam: Exam) -> dict[str, Diagnosis]:
    told = {}
    for bug in exam.exercise.bugs:
        failed = _failed_by(bug.id, exam)
        found = match(failed, evidence(exam, exam.bugs[bug.id], failed)) if failed else None
        if found is not None:
            told[bug.id], _ = tell(found, exam.exercise.bugs)
    return told


def _evidence_of(bug: str, exam: Exam, outcomes: Mapping[str, Outcome], failed: Collection[str]) -> Evidence:
    fails = _failed_by(bug, exam)
    # One that fails elsewhere is no candidate, and what a bug passes it does not explain.
    compared = fails if fails.issubset(failed) else frozenset()
    equals = frozenset(name for name in compared if _same(outcomes[name], exam.bugs[bug][name], exam.device))
    return Evidence(bug, fails, equals)


def _failed_by(bug: str, exam: Exam) -> frozenset[str]:
    """The graded experiments that a bug fails."""
    if bug not in exam.bug_failures:
        exam.bug_failures[bug] = frozenset(
            question.experiment.name
            for question in exam.graded
            if not _passes(question, exam.bugs[bug][question.experiment.name], exam.device)
        )
    return exam.bug_failures[bug]


def _passes(question: Question, outcome: Outcome, device: str) -> bool:
    if not isinstance(outcome, Observed):
        return False
    got = from_wire(outcome.value, torch.device(device))
    if question.experiment.is_property:
        return question.experiment.allows(got)
    return equal(got, from_wire(question.reference, torch.device(device)), device)


def _same(one: Outcome, other: Outcome, device: str) -> bool:
    """Whether two outcomes are the same: equal observations, the same type of exception, the same kind of end."""
    match one, other:
        case Observed(got), Observed(expected):
            got, expected = (from_wire(value, torch.device(device)) for value in (got, expected))
            return equal(got, expected, device)
        case Raised(), Raised():
            return one.type == other.type
        case Ended(), Ended():
            same_kind = one.failure.kind is other.failure.kind
            return same_kind and (
                one.failure.kind is FailureKind.TIMEOUT or one.failure.message == other.failure.message
            )
        case _:
            return False
