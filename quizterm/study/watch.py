"""Grading a file at every save: what to grade now, and what of it to record."""

from pathlib import Path

from quizterm import paths
from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import Report
from quizterm.study.attempt import Attempt, record, unrecorded
from quizterm.study.attempt_detail import attempt_detail, digest, read_detail
from quizterm.study.exercises import exercise_item, find_exercise, is_asked, listed_exercises
from quizterm.study.session import Study
from quizterm.study.submission import Submission, submission
from quizterm.study.workspace import submission_file


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

    @property
    def file(self) -> Path:
        return submission_file(paths.workspace(), self._slug)

    def changed(self) -> Submission | None:
        """The file as it is now; None if it was judged like this already.

        Raises:
            UsageError: there is no such file, or it cannot be read.
        """
        submitted = self.current()
        return None if self.is_judged(submitted) else submitted

    def current(self) -> Submission:
        """The file as it is now, judged before or not. Raises as `changed` does."""
        return submission(self._study, self._slug, device=self._device)

    def settle(self, submitted: Submission, report: Report) -> Attempt:
        """Note that a file was judged; recorded only if the verdict is another than the last one recorded, or is the
        pass that was asked for.
        """
        self.note_judged(submitted)
        item = exercise_item(self._study, self._slug)
        attempts = self._study.store.attempts(item.id)
        detail = attempt_detail(submitted.exercise, submitted.source, report)
        is_known = bool(attempts) and detail.has_verdict_of(read_detail(attempts[-1]))
        if is_known and not (report.passed and is_asked(item, self._study.now())):
            return unrecorded(self._study, submitted, report)
        return record(self._study, submitted, report)

    def is_judged(self, submitted: Submission) -> bool:
        """Whether this is the text that was judged last."""
        return self._judged == _text_key(submitted)

    def note_judged(self, submitted: Submission) -> None:
        self._judged = _text_key(submitted)

    def next_exercise(self) -> str | None:
        """The slug of the exercise that follows in the course; None after the last one."""
        slugs = listed_exercises(self._study)
        place = slugs.index(self._slug) + 1
        return slugs[place] if place < len(slugs) else None


def _text_key(submitted: Submission) -> str:
    return submitted.problem or digest(submitted.source)
