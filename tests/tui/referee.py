"""A stand-in for the referee: it gives the verdicts of a script, at once or when it is told to."""

import queue
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from quizterm.errors import GradingError
from quizterm.grading.progress import Note
from quizterm.grading.verdict import ExperimentResult, Report


class ScriptedReferee:
    """Every referee of a test is this one.

    `reports` are given one after another, the last one again and again. `notes` are told before each. While `is_held`,
    a verdict waits until it is let `go`.
    """

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.notes: Sequence[Note] = ()
        self.is_held = False
        self.sources: list[str] = []
        self._go: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def go(self) -> None:
        self._go.put(True)

    def start(self) -> None:
        """Nothing has to be started."""

    def prepare(self, *_: Any, **__: Any) -> int:
        return 0

    def grade(self, exercise: Any, source: str, *, seed: int, progress: Any, **_: Any) -> Report:
        self.sources.append(source)
        for note in self.notes:
            progress(note)
        if self.is_held and not self._go.get(timeout=30):
            raise GradingError("grading was stopped")
        report = self.reports.pop(0) if len(self.reports) > 1 else self.reports[0]
        return replace(report, exercise=exercise.slug, seed=seed)

    def close(self) -> None:
        self._go.put(False)


def report(*results: ExperimentResult, **more: Any) -> Report:
    """A report of these results; it passed if all of them did."""
    passed = all(result.passed or result.bonus for result in results) and "error" not in more
    return Report("engine", passed, 1, "cpu", "2.13.0", 0.05, results, **more)


def result(name: str, *, passed: bool = False, **more: Any) -> ExperimentResult:
    return ExperimentResult(name, f"check {name}", bonus=False, passed=passed, **more)
