"""What the log keeps of one attempt at an exercise, beside when it was made."""

import hashlib
import json
from dataclasses import asdict, dataclass

from quizterm.grading.exercise import Exercise
from quizterm.grading.verdict import Certainty, Report
from quizterm.memory.events import Event


@dataclass(frozen=True, slots=True)
class AttemptDetail:
    """The JSON of an ATTEMPTED event."""

    passed: bool
    seed: int
    device: str
    torch: str
    bugs: tuple[str, ...]  # ids of those that were named; what a failure only looks like is left out
    failed: tuple[str, ...]  # names of experiments
    error: str | None  # the kind, of a file that could not be run
    source: str  # digest of the text
    exercise: str  # content hash of the folder

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    def has_verdict_of(self, other: "AttemptDetail") -> bool:
        """Whether a learner would be told the same. Failures on two seeds differ: the newer seed is the one to keep."""
        return self._verdict() == other._verdict()

    def _verdict(self) -> tuple[object, ...]:
        return (self.passed, self.bugs, self.failed, self.error, None if self.passed else self.seed)


def attempt_detail(exercise: Exercise, source: str, report: Report) -> AttemptDetail:
    return AttemptDetail(
        passed=report.passed,
        seed=report.seed,
        device=report.device,
        torch=report.torch,
        bugs=named_bugs(report),
        failed=failed_names(report),
        error=report.error.kind.value if report.error is not None else None,
        source=digest(source),
        exercise=exercise.content_hash,
    )


def read_detail(attempt: Event) -> AttemptDetail:
    """The detail of an ATTEMPTED event."""
    values = json.loads(attempt.detail or "")
    return AttemptDetail(**{**values, "bugs": tuple(values["bugs"]), "failed": tuple(values["failed"])})


def named_bugs(report: Report) -> tuple[str, ...]:
    """The bugs that explain every failure, by their ids."""
    diagnosis = report.diagnosis
    if diagnosis is None or diagnosis.bug is None or diagnosis.certainty is Certainty.LOOKS_LIKE:
        return ()
    return (diagnosis.bug, *diagnosis.also)


def failed_names(report: Report) -> tuple[str, ...]:
    """The experiments that keep a submission from passing."""
    return tuple(result.name for result in report.experiments if not result.passed and not result.bonus)


def digest(source: str) -> str:
    """What is kept of a source instead of its text."""
    return hashlib.sha256(source.encode()).hexdigest()
