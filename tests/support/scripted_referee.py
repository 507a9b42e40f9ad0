"""A stand-in for the referee: it gives the verdicts it was told to give."""

from typing import Any

from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import Certainty, Diagnosis, ExperimentResult, Failure, FailureKind, Report

UNWRITTEN = "unwritten"


class ScriptedReferee:
    """Says what it was told to say: True for a pass, the id of a bug, or a diagnosis without cards; one a call."""

    def __init__(self, *verdicts: Any) -> None:
        self.verdicts = list(verdicts)
        self.seeds: list[int] = []

    def grade(self, exercise: Exercise, *_: Any, seed: int, **__: Any) -> Report:
        self.seeds.append(seed)
        verdict = self.verdicts.pop(0)
        passed = verdict is True
        if verdict == UNWRITTEN:
            return self._unwritten(exercise, seed)
        if isinstance(verdict, Diagnosis):
            return self._guess(exercise, seed, verdict)
        bug = None if passed else exercise.bug(verdict)
        return Report(
            exercise=exercise.slug,
            passed=passed,
            seed=seed,
            device="cpu",
            torch="2.13.0",
            seconds=0.01,
            experiments=(ExperimentResult("reuse", "x*x + x", bonus=False, passed=passed),),
            diagnosis=None if bug is None else Diagnosis(Certainty.NAMED, bug.sentence, bug.id),
            cards=() if bug is None else bug.cards,
        )

    def _unwritten(self, exercise: Exercise, seed: int) -> Report:
        missing = Failure(FailureKind.MISSING, "not written yet: Value")
        results = (
            ExperimentResult("reuse", "x*x + x", bonus=False, passed=False, error=missing),
            ExperimentResult("reset", "a bonus", bonus=True, passed=False),
        )
        return Report(exercise.slug, False, seed, "cpu", "2.13.0", 0.01, results)

    def _guess(self, exercise: Exercise, seed: int, diagnosis: Diagnosis) -> Report:
        result = ExperimentResult("reuse", "x*x + x", bonus=False, passed=False)
        return Report(exercise.slug, False, seed, "cpu", "2.13.0", 0.01, (result,), diagnosis)
