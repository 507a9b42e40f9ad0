"""Grading a file at every save: what to grade now, and what of it to record."""

import json
from dataclasses import dataclass

from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import Report
from quizterm.study.attempt import Attempt, record
from quizterm.study.exercises import exercise_item, find_exercise, listed_exercises
from quizterm.study.session import Study
from quizterm.study.submission import Submission, digest, submission


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What makes one verdict differ from another."""

    passed: bool
    bug: str | None
    failed: tuple[str, ...]
    error: str | None


class Watch:
    """The workspace's file of one exercise. Judging may go on in another thread; the rest stays in one.

    Raises:
        UsageError: there is no such exercise.
    """

    def __init__(self, study: Study, slug: str, *, device: str = "auto") -> None:
        self._study = study
        self._slug = slug
        self._device = device
        self._judged: str | None = None
        self.exercise: Exercise = find_exercise(study, slug)

    def changed(self) -> Submission | None:
        """The file as it is now; None if it was judged like this already.

        Raises:
            UsageError: there is no such file, or it cannot be read.
        """
        submitted = self.current()
        if self._judged == _text_key(submitted):
            return None
        return submitted

    def current(self) -> Submission:
        """The file as it is now, judged before or not. Raises as `changed` does."""
        return submission(self._study, self._slug, device=self._device)

    def settle(self, submitted: Submission, report: Report) -> Attempt:
        """Note that a file was judged; recorded only if the verdict is another than the last one recorded."""
        self._judged = _text_key(submitted)
        if _verdict(report) == self._last_recorded():
            return Attempt(report, saved=False, cards=(), brought_back=())
        return record(self._study, submitted, report)

    def next_exercise(self) -> str | None:
        """The slug of the exercise that follows in the course; None after the last one."""
        slugs = listed_exercises(self._study)
        place = slugs.index(self._slug) + 1
        return slugs[place] if place < len(slugs) else None

    def _last_recorded(self) -> _Verdict | None:
        attempts = self._study.store.attempts(exercise_item(self._study, self._slug).id)
        if not attempts:
            return None
        detail = json.loads(attempts[-1].detail or "{}")
        return _Verdict(detail["passed"], detail["bug"], tuple(detail["failed"]), detail["error"])


def _text_key(submitted: Submission) -> str:
    return submitted.problem or digest(submitted.source)


def _verdict(report: Report) -> _Verdict:
    bug = report.diagnosis.bug if report.diagnosis is not None else None
    failed = tuple(result.name for result in report.experiments if not result.passed and not result.bonus)
    return _Verdict(report.passed, bug, failed, report.error.kind.value if report.error is not None else None)
