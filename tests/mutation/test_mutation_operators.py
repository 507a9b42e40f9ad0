"""What the mutation operators make of a solution."""

from pathlib import Path

import pytest

from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from tests.mutation.calls import CALL_OPERATORS
from tests.mutation.expressions import EXPRESSION_OPERATORS
from tests.mutation.mutants import mutants_of
from tests.mutation.statements import STATEMENT_OPERATORS
from tests.mutation.tree import Tree

EXERCISES = Path(__file__).parents[2] / "exercises"
OPERATORS = (*EXPRESSION_OPERATORS, *CALL_OPERATORS, *STATEMENT_OPERATORS)


def made_from(source: str, operator: str) -> set[str]:
    """What an operator makes of the source, whole."""
    tree = Tree(source, ("f", "C"))
    changes = [change for node in tree.nodes() for apply in OPERATORS for change in apply(tree, node)]
    return {
        (tree.data[: change.start] + change.text.encode() + tree.data[change.end :]).decode()
        for change in changes
        if change.operator == operator
    }


def body(line: str) -> str:
    return f"def f(a, b):\n    {line}\n"


@pytest.mark.parametrize(
    ("operator", "line", "mutants"),
    [
        ("arithmetic operator", "a - b", {"(a + b)", "(a / b)"}),
        ("arithmetic operator", "a -= b", {"a += b", "a /= b"}),
        ("operands swapped", "a ** b", {"(b ** a)"}),
        ("operands swapped", "a + b", set()),
        ("operand dropped", "a + b", {"a", "b"}),
        ("operand dropped", "a and b", {"a", "b"}),
        ("sign dropped", "-a", {"a"}),
        ("comparison", "a < b", {"(a <= b)", "(a >= b)"}),
        ("comparison", "a is b", {"(a is not b)"}),
        ("logic", "a and b", {"(a or b)"}),
        ("negation dropped", "not a", {"a"}),
        ("condition forced", "a if b else 0", {"a if True else 0", "a if False else 0"}),
        ("condition forced", "while a: b()", {"while False: b()"}),
        ("constant", "a = 3", {f"a = {number}" for number in ("0", "4", "2", "(-3)", "6", "1.5", "(-2)")}),
        ("constant", "a = True", {"a = False"}),
        ("constant", "a = -1", {f"a = -({number})" for number in ("0", "2", "-1", "0.5")}),
        ("variable exchanged", "return a", {"return b"}),
        ("keyword dropped", "a(b, dim=1)", {"a(b)"}),
        ("last argument dropped", "a(b, 1, dim=1)", {"a(b, dim=1)"}),
        ("arguments swapped", "a(b, 1, 2)", {"a(1, b, 2)", "a(b, 2, 1)"}),
        ("dim changed", "a(b, dim=1)", {f"a(b, dim={dim})" for dim in ("0", "1", "-1", "-2")}),
        ("method dropped", "a = b.detach()", {"a = b"}),
        ("method dropped", "a = b.T", {"a = b"}),
        ("method dropped", "b.clear()", set()),
        ("call dropped", "a = list(b)", {"a = b"}),
        ("near neighbour", "a.sum()", {"a.mean()"}),
        ("out of place", "a.mul_(b)", {"a.mul(b)"}),
        ("out of place", "a += b", {"a = a + b"}),
        ("out of place", "c = 0; c += b", set()),
        ("statement deleted", "return a", {"pass"}),
        ("assigned", "a += b", {"a = b"}),
        ("loop bounds", "for c in a: b(c)", {"for c in list(a)[1:]: b(c)", "for c in list(a)[:-1]: b(c)"}),
        ("loop order", "for c in a: b(c)", {"for c in reversed(list(a)): b(c)"}),
        ("loop order", "for c in reversed(a): b(c)", {"for c in a: b(c)"}),
        ("with unwrapped", "with a: b()", {"if True: b()"}),
    ],
)
def test_each_operator_makes_its_mutants(operator: str, line: str, mutants: set[str]) -> None:
    assert made_from(body(line), operator) == {body(mutant) for mutant in mutants}


def test_a_block_keeps_its_lines_without_its_scope() -> None:
    source = "def f(a, b):\n    with a(b):  # why\n        a()\n        b()\n"
    assert made_from(source, "with unwrapped") == {"def f(a, b):\n    if True:  # why\n        a()\n        b()\n"}


def test_a_decorator_goes_unless_it_makes_a_method() -> None:
    assert made_from("@a.b()\ndef f(): pass\n", "decorator dropped") == {"\ndef f(): pass\n"}
    assert made_from("class C:\n    @property\n    def f(self): pass\n", "decorator dropped") == set()


def test_what_finally_does_is_done_on_success_only() -> None:
    source = "def f(a):\n    try:\n        a()\n    finally:\n        a.b()\n"
    (mutant,) = made_from(source, "finally only on success")
    done: list[str] = []

    def fails() -> None:
        raise KeyError

    fails.b = lambda: done.append("b")  # type: ignore[attr-defined]  # anything that can be called will do
    scope: dict[str, object] = {}
    exec(mutant, scope)
    with pytest.raises(KeyError):
        scope["f"](fails)  # type: ignore[operator]  # the function that was just defined
    assert done == []


def test_attributes_of_the_object_are_exchanged() -> None:
    source = (
        "class C:\n    def __init__(self):\n        self.a = self.b = 0\n\n    def f(self):\n        return self.a\n"
    )
    assert made_from(source, "attribute exchanged") == {source.replace("return self.a", "return self.b")}


def test_text_annotations_and_other_definitions_are_left_alone() -> None:
    source = 'X = 1\n\n\ndef f(a: tuple[1]) -> "2":\n    """3"""\n    return f"{a + 4}"\n'
    assert made_from(source, "constant") == set()


@pytest.fixture(scope="module")
def adam() -> Exercise:
    return load_exercise(EXERCISES / "adam")


def test_mutants_are_python_and_differ_in_meaning(adam: Exercise) -> None:
    mutants = mutants_of(adam)
    assert len({mutant.source for mutant in mutants}) == len(mutants) > 100
    for mutant in mutants:
        compile(mutant.source, "mutant", "exec")
        assert mutant.was in " ".join(adam.solution.split()) or mutant.was == ""
    assert {mutant.scope for mutant in mutants} == {"Adam.__init__", "Adam.zero_grad", "Adam.step"}
