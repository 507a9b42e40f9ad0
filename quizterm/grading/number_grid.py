"""The numbers around a place where two tensors differ, small enough to be looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quizterm.grading.plain_numbers import Numbers, numbers_from_json, numbers_to_json


@dataclass(frozen=True, slots=True)
class NumberGrid:
    """A window of two tensors of one shape, over their last two axes (of a vector, its only one, as one row).

    `corner` is the index of the window's first number. `expected`, `got` and `wrong` are rows of one length.
    """

    shape: tuple[int, ...]
    corner: tuple[int, ...]
    expected: tuple[Numbers, ...]
    got: tuple[Numbers, ...]
    wrong: tuple[tuple[bool, ...], ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "shape": list(self.shape),
            "corner": list(self.corner),
            "expected": [numbers_to_json(row) for row in self.expected],
            "got": [numbers_to_json(row) for row in self.got],
            "wrong": [list(row) for row in self.wrong],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "NumberGrid":
        return cls(
            shape=tuple(data["shape"]),
            corner=tuple(data["corner"]),
            expected=tuple(map(numbers_from_json, data["expected"])),
            got=tuple(map(numbers_from_json, data["got"])),
            wrong=tuple(map(tuple, data["wrong"])),
        )
