"""What an implementation did with one case, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quizterm.grading.verdict import Failure, FailureKind


@dataclass(frozen=True, slots=True)
class Observed:
    """What `observe` returned, as it came over the wire."""

    value: Any


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception ended the experiment; `type` is the name of its class."""

    type: str
    failure: Failure


@dataclass(frozen=True, slots=True)
class Ended:
    """The process gave no answer that counts: too late, gone, or out of turn."""

    failure: Failure


Outcome = Observed | Raised | Ended


def to_plain(outcome: Outcome) -> dict[str, Any]:
    """The outcome as a value the wire can carry."""
    match outcome:
        case Observed(value):
            return {"observed": value}
        case Raised(type_, failure):
            return {"raised": type_, "failure": failure.to_json()}
        case Ended(failure):
            return {"ended": failure.to_json()}


def from_plain(data: Mapping[str, Any]) -> Outcome:
    """The reverse of `to_plain`; raises KeyError, TypeError or ValueError for anything else."""
    if "observed" in data:
        return Observed(data["observed"])
    if "raised" in data:
        return Raised(data["raised"], Failure.from_json(data["failure"]))
    return Ended(Failure.from_json(data["ended"]))


def failure_of(outcome: Outcome) -> Failure | None:
    return None if isinstance(outcome, Observed) else outcome.failure


def is_unwritten(outcome: Outcome) -> bool:
    """Whether the learner has not come to this part yet, so that no bug need be looked for."""
    failure = failure_of(outcome)
    return failure is not None and failure.kind is FailureKind.MISSING
