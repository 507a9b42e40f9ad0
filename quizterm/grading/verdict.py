"""What the judge decided, as data: the report of one graded file, and its JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from quizterm.grading.number_grid import NumberGrid
from quizterm.grading.traces import NO_TRACES, Traces

SCHEMA = 1


class FailureKind(StrEnum):
    """Why a file, or one experiment, gave nothing to compare."""

    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"  # an exception, or the end of the process
    LOAD = "load"  # an exception while the file was imported
    SYNTAX = "syntax"
    FORBIDDEN = "forbidden"
    MISSING = "missing"  # a name the brief asks for, or a part not written yet
    PROTOCOL = "protocol"  # the process answered out of turn, or nothing that can be read


class Certainty(StrEnum):
    """How well a diagnosis fits."""

    NAMED = "named"  # one bug explains every failure
    BOTH = "both"  # two bugs together do
    LOOKS_LIKE = "looks_like"  # a bug explains some failures
    NUMBERS = "numbers"  # no bug fits; the sentence reads the first wrong number


@dataclass(frozen=True, slots=True)
class Failure:
    """`message` is one line; `traceback` shows frames of the learner's file only and may be empty."""

    kind: FailureKind
    message: str
    traceback: str = ""

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind.value, "message": self.message, "traceback": self.traceback}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Failure":
        return cls(FailureKind(data["kind"]), data["message"], data["traceback"])


@dataclass(frozen=True, slots=True)
class Difference:
    """One part of an observation that is not as expected.

    `path` is where it stands, `x.grad` or `losses[3]`, and empty for the whole. For tensors `index` is the first
    place that differs and `largest_index` the one that differs most, by `largest`; all three are None if the parts
    cannot be subtracted. `grid` shows the numbers around the first place; only some differences have one.
    """

    path: str
    message: str
    expected: str
    got: str
    index: tuple[int, ...] | None = None
    largest: float | None = None
    largest_index: tuple[int, ...] | None = None
    grid: NumberGrid | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "message": self.message,
            "expected": self.expected,
            "got": self.got,
            "index": None if self.index is None else list(self.index),
            "largest": self.largest,
            "largest_index": None if self.largest_index is None else list(self.largest_index),
            "grid": None if self.grid is None else self.grid.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Difference":
        return cls(
            data["path"],
            data["message"],
            data["expected"],
            data["got"],
            None if data["index"] is None else tuple(data["index"]),
            data["largest"],
            None if data["largest_index"] is None else tuple(data["largest_index"]),
            None if data["grid"] is None else NumberGrid.from_json(data["grid"]),
        )


@dataclass(frozen=True, slots=True)
class ExperimentResult:
    """One experiment's verdict.

    `case` names its inputs; `expected` and `got` are the first difference's; `traces` are only shown.
    """

    name: str
    title: str
    bonus: bool
    passed: bool
    message: str = ""
    case: str = ""
    expected: str = ""
    got: str = ""
    error: Failure | None = None
    differences: tuple[Difference, ...] = ()
    traces: Traces = NO_TRACES

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "passed": self.passed,
            "bonus": self.bonus,
            "message": self.message,
            "case": self.case,
            "expected": self.expected,
            "got": self.got,
            "error": None if self.error is None else self.error.to_json(),
            "differences": [difference.to_json() for difference in self.differences],
            "traces": self.traces.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ExperimentResult":
        return cls(
            name=data["name"],
            title=data["title"],
            bonus=data["bonus"],
            passed=data["passed"],
            message=data["message"],
            case=data["case"],
            expected=data["expected"],
            got=data["got"],
            error=None if data["error"] is None else Failure.from_json(data["error"]),
            differences=tuple(Difference.from_json(item) for item in data["differences"]),
            traces=Traces.from_json(data["traces"]),
        )


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong, in a sentence. `bug` and `also` are ids of bugs; `bug` is None if only the numbers were read."""

    certainty: Certainty
    sentence: str
    bug: str | None = None
    also: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "bug": self.bug,
            "sentence": self.sentence,
            "also": list(self.also),
            "certainty": self.certainty.value,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Diagnosis":
        return cls(Certainty(data["certainty"]), data["sentence"], data["bug"], tuple(data["also"]))


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one file.

    `error` is set if the file as a whole could not be run; then no experiment passed. `cards` explain a bug that was
    named (`lesson.card`). `output` is what the file printed, without escape sequences, at most 64 KiB. `seconds`
    is the time from the submission to the verdict, the start of the worker process not included.
    """

    exercise: str
    passed: bool
    seed: int
    device: str
    torch: str
    seconds: float
    experiments: tuple[ExperimentResult, ...]
    diagnosis: Diagnosis | None = None
    cards: tuple[str, ...] = ()
    error: Failure | None = None
    output: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "exercise": self.exercise,
            "passed": self.passed,
            "seed": self.seed,
            "device": self.device,
            "torch": self.torch,
            "seconds": round(self.seconds, 4),
            "experiments": [experiment.to_json() for experiment in self.experiments],
            "diagnosis": None if self.diagnosis is None else self.diagnosis.to_json(),
            "cards": list(self.cards),
            "error": None if self.error is None else self.error.to_json(),
            "output": self.output,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Report":
        return cls(
            exercise=data["exercise"],
            passed=data["passed"],
            seed=data["seed"],
            device=data["device"],
            torch=data["torch"],
            seconds=data["seconds"],
            experiments=tuple(ExperimentResult.from_json(item) for item in data["experiments"]),
            diagnosis=None if data["diagnosis"] is None else Diagnosis.from_json(data["diagnosis"]),
            cards=tuple(data["cards"]),
            error=None if data["error"] is None else Failure.from_json(data["error"]),
            output=data["output"],
        )
