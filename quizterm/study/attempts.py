"""The attempts at one exercise, one by one, and what changed between two of them."""

from dataclasses import dataclass
from datetime import date

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.memory.days import date_of
from quizterm.memory.events import Event
from quizterm.study.attempt_detail import AttemptDetail, read_detail
from quizterm.study.exercise_history import verdict_text
from quizterm.study.exercises import exercise_item, find_exercise
from quizterm.study.session import Study
from quizterm.study.versions import versions
from quizterm.study.words import clock_text, count_text
from quizterm.study.workspace import UnreadableSubmissionError, read_submission, submission_file


@dataclass(frozen=True, slots=True)
class PastAttempt:
    """One attempt that was recorded and not taken back."""

    number: int  # from 1, the oldest first
    day: date  # study day
    time: str  # on the wall clock of that place: `14:05`
    passed: bool
    verdict: str  # in a few plain words
    failed: tuple[str, ...]  # titles of the checks that count
    seed: int
    text: str | None  # what was handed in; None if no file has it any more

    @property
    def when(self) -> str:
        return f"{self.day} {self.time}"


def past_attempts(study: Study, slug: str) -> tuple[PastAttempt, ...]:
    """Every attempt at an exercise, the oldest first.

    Raises:
        UsageError: there is no such exercise.
    """
    titles = {one.name: one.title for one in find_exercise(study, slug).experiments}
    events = study.store.attempts(exercise_item(study, slug).id)
    kept = versions(slug) if events else {}

    def told(number: int, event: Event, detail: AttemptDetail) -> PastAttempt:
        return PastAttempt(
            number=number,
            day=date_of(event.day),
            time=clock_text(event.at, event.offset),
            passed=detail.passed,
            verdict=verdict_text(detail),
            failed=tuple(titles.get(name) or name for name in detail.failed),
            seed=detail.seed,
            text=kept.get(detail.source),
        )

    return tuple(told(number, event, read_detail(event)) for number, event in enumerate(events, start=1))


def attempt_numbered(study: Study, slug: str, number: int) -> PastAttempt:
    """One of the attempts, whose text is there.

    Raises:
        UsageError: there is no such exercise or attempt, or no file has its text any more.
    """
    attempts = past_attempts(study, slug)
    if not 1 <= number <= len(attempts):
        known = f"has {count_text(len(attempts), 'attempt')}" if attempts else "was not tried yet"
        raise UsageError(f"{slug} {known}; there is no attempt {number}")
    return with_text(slug, attempts[number - 1])


def with_text(slug: str, attempt: PastAttempt) -> PastAttempt:
    """The attempt; raises UsageError if no file has its text any more."""
    if attempt.text is None:
        raise UsageError(f"{slug}: the file of attempt {attempt.number} is gone; what is kept lies in archive/{slug}")
    return attempt


def present_text(slug: str) -> str:
    """The file as it stands.

    Raises:
        UsageError: there is none, or it is no text.
    """
    file = submission_file(paths.workspace(), slug)
    try:
        return read_submission(file)
    except UnreadableSubmissionError as error:
        raise UsageError(f"{file}: {error}; mend it first") from None
