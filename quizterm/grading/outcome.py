"""What an implementation did with one case, as plain data."""

from dataclasses import dataclass
from typing import Any

from quizterm.grading.plain_text import one_line, plain_text
from quizterm.grading.verdict import Failure, FailureKind

MAX_TRACEBACK = 8_000


@dataclass(frozen=True, slots=True)
class Observed:
    """What `observe` returned and what the probe showed beside it, as they came over the wire."""

    value: Any
    shown: Any = None


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
        case Observed(value, shown):
            return {"observed": value, "shown": shown}
        case Raised(type_, failure):
            return {"raised": type_, "failure": failure.to_json()}
        case Ended(failure):
            return {"ended": failure.to_json()}


def from_plain(data: Any) -> Outcome:
    """The reverse of `to_plain`, for data of an untrusted process.

    Raises KeyError, TypeError or ValueError if it is anything else; its text is made safe to show.
    """
    if not isinstance(data, dict):
        raise TypeError("an outcome is a dict")
    if "observed" in data:
        return Observed(data["observed"], data["shown"])
    if "raised" in data:
        return Raised(one_line(_text(data["raised"])), untrusted_failure(data["failure"]))
    return Ended(untrusted_failure(data["ended"]))


def untrusted_failure(data: Any) -> Failure:
    """A failure as an untrusted process tells it; raises KeyError, TypeError or ValueError if it tells none."""
    message, trace = one_line(_text(data["message"])), plain_text(_text(data["traceback"]))
    return Failure(FailureKind(data["kind"]), message, trace[-MAX_TRACEBACK:])


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is missing")
    return value


def failure_of(outcome: Outcome) -> Failure | None:
    return None if isinstance(outcome, Observed) else outcome.failure


def is_unwritten(outcome: Outcome) -> bool:
    """Whether the learner has not come to this part yet, so that no bug need be looked for."""
    failure = failure_of(outcome)
    return failure is not None and failure.kind is FailureKind.MISSING
