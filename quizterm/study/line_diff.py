"""Two versions of a file side by side, line by line."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, unified_diff
from itertools import takewhile, zip_longest
from typing import NamedTuple

_MOST_PAIRS = 4_000_000  # of lines that differ, matched with one another: the time grows with them


class DiffRow(NamedTuple):
    """One line of each side, with its number from 1; None where a side has none. `same` rows are equal on both."""

    mine: tuple[int, str] | None
    theirs: tuple[int, str] | None
    same: bool


def diff_rows(mine: str, theirs: str) -> tuple[DiffRow, ...]:
    """Both texts whole, equal lines side by side. What is too long to be matched counts as changed throughout."""
    return tuple(_rows(mine.splitlines(), theirs.splitlines()))


def unified_lines(mine: str, theirs: str, names: tuple[str, str]) -> list[str]:
    """What differs as a unified diff, no line where nothing does; both whole where they are too long to be matched."""
    left, right = mine.splitlines(), theirs.splitlines()
    head, tail = _common(left, right)
    if _is_matched(len(left) - head - tail, len(right) - head - tail):
        return list(unified_diff(left, right, *names, lineterm=""))
    return [f"--- {names[0]}", f"+++ {names[1]}", *(f"-{line}" for line in left), *(f"+{line}" for line in right)]


def _rows(mine: Sequence[str], theirs: Sequence[str]) -> Iterator[DiffRow]:
    for first, last, other_first, other_last, is_same in _runs(mine, theirs):
        left = [(number + 1, mine[number]) for number in range(first, last)]
        right = [(number + 1, theirs[number]) for number in range(other_first, other_last)]
        for one, other in zip_longest(left, right):
            yield DiffRow(one, other, is_same)


def _runs(mine: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int, int, int, int, bool]]:
    """Where lines are equal, or stand in the place of one another: begin and end on both sides."""
    head, tail = _common(mine, theirs)
    end, other_end = len(mine) - tail, len(theirs) - tail
    yield 0, head, 0, head, True
    if _is_matched(end - head, other_end - head):
        matcher = SequenceMatcher(None, mine[head:end], theirs[head:other_end], autojunk=False)
        for kind, *places in matcher.get_opcodes():
            first, last, other_first, other_last = (head + place for place in places)
            yield first, last, other_first, other_last, kind == "equal"
    else:
        yield head, end, head, other_end, False
    yield end, len(mine), other_end, len(theirs), True


def _common(mine: Sequence[str], theirs: Sequence[str]) -> tuple[int, int]:
    """How many lines are equal at the beginning and, of the others, at the end."""
    head = _equal_pairs(mine, theirs)
    return head, _equal_pairs(mine[head:][::-1], theirs[head:][::-1])


def _equal_pairs(mine: Sequence[str], theirs: Sequence[str]) -> int:
    pairs = zip(mine, theirs, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _is_matched(mine: int, theirs: int) -> bool:
    return mine * theirs <= _MOST_PAIRS
