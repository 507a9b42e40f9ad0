"""Every mutant of a solution: one small change of its own part, made by machine."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from quizterm.grading.edits import apply_edits, own_parts
from quizterm.grading.exercise import Edit, Exercise
from tests.mutation.calls import CALL_OPERATORS
from tests.mutation.expressions import EXPRESSION_OPERATORS
from tests.mutation.statements import STATEMENT_OPERATORS
from tests.mutation.tree import Change, Tree

OPERATORS = (*EXPRESSION_OPERATORS, *CALL_OPERATORS, *STATEMENT_OPERATORS)


@dataclass(frozen=True, slots=True)
class Mutant:
    """`was` and `now` are the changed lines, without indentation; `scope` is the function they stand in."""

    operator: str
    scope: str
    line: int
    was: str
    now: str
    source: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from the others, whatever else of the solution changes."""
        return self.scope, self.was, self.now


def mutants_of(exercise: Exercise) -> list[Mutant]:
    """The mutants of an exercise's solution that mean something else than it and than each other, by place."""
    solution, names = exercise.solution, exercise.names
    tree = Tree(solution, names)
    seen = {ast.dump(ast.parse(solution))}
    mutants = []
    for scope, change in _changes(tree):
        changed = (tree.data[: change.start] + change.text.encode() + tree.data[change.end :]).decode()
        try:
            meaning = ast.dump(ast.parse(changed))
        except SyntaxError:  # an operator that does not fit here, `pass` in a lambda, say
            continue
        if meaning not in seen:
            seen.add(meaning)
            was, now = _changed_lines(solution, changed)
            line = tree.line(change.start)
            mutants.append(Mutant(change.operator, scope, line, was, now, _applied(exercise, changed)))
    return sorted(mutants, key=lambda mutant: (mutant.line, mutant.operator, mutant.now))


def _changes(tree: Tree) -> Iterator[tuple[str, Change]]:
    for node in tree.nodes():
        for operator in OPERATORS:
            for change in operator(tree, node):
                yield tree.scope(node), change


def _applied(exercise: Exercise, changed: str) -> str:
    """The mutant as bugs are made: by an edit of what the exercise calls its own."""
    before, after = exercise.solution, changed
    for (start, end), (new_start, new_end) in zip(
        own_parts(before, exercise.names), own_parts(after, exercise.names), strict=True
    ):
        if before[start:end] != after[new_start:new_end]:
            return apply_edits(before, [Edit(before[start:end], after[new_start:new_end])], exercise.names)
    raise AssertionError("a mutant changes its solution's own part")


def _changed_lines(before: str, after: str) -> tuple[str, str]:
    old, new = before.splitlines(), after.splitlines()
    head = next(i for i, (a, b) in enumerate(zip([*old, None], [*new, None], strict=False)) if a != b)
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return _joined(old[head : len(old) - tail]), _joined(new[head : len(new) - tail])


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)
