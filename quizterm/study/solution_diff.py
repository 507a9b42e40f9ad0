"""A learner's file beside the solution, line by line."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple


class DiffRow(NamedTuple):
    """One line of each side, with its number from 1; None where a side has none. `same` rows are equal on both."""

    mine: tuple[int, str] | None
    theirs: tuple[int, str] | None
    same: bool


def diff_rows(mine: str, theirs: str) -> tuple[DiffRow, ...]:
    """Both texts whole, equal lines side by side."""
    return tuple(_rows(mine.splitlines(), theirs.splitlines()))


def _rows(mine: list[str], theirs: list[str]) -> Iterator[DiffRow]:
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    for kind, first, last, other_first, other_last in matcher.get_opcodes():
        left = [(number + 1, mine[number]) for number in range(first, last)]
        right = [(number + 1, theirs[number]) for number in range(other_first, other_last)]
        for one, other in zip_longest(left, right):
            yield DiffRow(one, other, kind == "equal")
