"""Two versions of a file side by side, line by line."""

import ast
import warnings
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, unified_diff
from itertools import groupby, takewhile, zip_longest
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


def count_of_changes(rows: Sequence[DiffRow]) -> int:
    """How many lines differ, docstrings apart: what a file says of itself is no difference in what it does."""
    mine = _docstring_lines([row.mine[1] for row in rows if row.mine])
    theirs = _docstring_lines([row.theirs[1] for row in rows if row.theirs])
    changed = 0
    for is_same, run in groupby(rows, key=lambda row: row.same):
        if not is_same:
            sides = [(row.mine, row.theirs) for row in run]
            left = sum(one is not None and one[0] not in mine for one, _ in sides)
            right = sum(other is not None and other[0] not in theirs for _, other in sides)
            changed += max(left, right)
    return changed


def _docstring_lines(lines: Sequence[str]) -> frozenset[int]:
    """The numbers, from 1, of lines that belong to docstrings; none where the lines are no Python."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of what learners write in strings
            tree = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                found.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return frozenset(found)


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
