"""Code of lessons and cards: what is run, and what came of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from quizterm.grading.verdict import Failure


def slow_imports(blocks: Iterable[str]) -> list[str]:
    """Modules that take long to import and that the code imports without naming them.

    The first optimizer of a process imports `torch._dynamo`, which takes a second.
    """
    return ["torch._dynamo"] if any("optim" in block for block in blocks) else []


@dataclass(frozen=True, slots=True)
class CodeUnit:
    """Blocks that share one namespace and run in order, in a process of their own: a section's fences, or a card's."""

    name: str
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BlockResult:
    """What one block did.

    `value` is the repr of its last statement if that is an expression other than None, as a Python prompt shows it.
    `warnings` and `exception` read `Type: message`; `exception` is empty if none was raised.
    """

    printed: str
    value: str
    warnings: tuple[str, ...]
    exception: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "BlockResult":
        return cls(data["printed"], data["value"], tuple(data["warnings"]), data["exception"])


@dataclass(frozen=True, slots=True)
class UnitResult:
    """The results of a unit's blocks; fewer than its blocks if `error` (a timeout, a crash) ended the process."""

    name: str
    blocks: tuple[BlockResult, ...]
    error: Failure | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "UnitResult":
        return cls(
            data["name"],
            tuple(BlockResult.from_json(block) for block in data["blocks"]),
            None if data["error"] is None else Failure.from_json(data["error"]),
        )
