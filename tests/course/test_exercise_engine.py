"""The exercise `engine`: right answers of every style pass, every bug fails and is named, on many seeds."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizterm.grading.edits import broken_solution
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import check_exercise, load_exercise
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import Certainty, FailureKind

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "exercises" / "engine"
SEEDS = range(20)
BUGS = [bug.id for bug in load_exercise(FOLDER).bugs]


@pytest.fixture(scope="module")
def engine() -> Exercise:
    return load_exercise(FOLDER)


@pytest.fixture(scope="module")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    with Grader(cache=tmp_path_factory.mktemp("bugs")) as running:
        yield running


def test_the_folder_has_no_fault() -> None:
    exercise, faults = check_exercise(FOLDER)
    assert faults == ()
    assert exercise is not None


def test_the_solution_passes_on_every_seed(grader: Grader, engine: Exercise) -> None:
    for seed in SEEDS:
        report = grader.grade(engine, engine.solution, seed=seed)
        assert report.passed, report
        assert all(result.passed for result in report.experiments), "the bonus too"


def test_the_starter_fails_kindly(grader: Grader, engine: Exercise) -> None:
    report = grader.grade(engine, engine.starter, seed=0)
    assert not report.passed
    assert report.error is None
    assert report.diagnosis is None, "nothing is written yet, so nothing is wrong yet"
    for result in report.experiments:
        assert result.error is not None
        assert result.error.kind is FailureKind.MISSING
        assert result.message.startswith("not written yet: ")


@pytest.mark.parametrize("bug_id", BUGS)
def test_every_bug_fails_and_is_named_on_every_seed(grader: Grader, engine: Exercise, bug_id: str) -> None:
    bug = engine.bug(bug_id)
    for seed in SEEDS:
        report = grader.grade(engine, broken_solution(engine, bug), seed=seed)
        assert not report.passed
        assert report.diagnosis is not None
        found = (report.diagnosis.certainty, report.diagnosis.bug, report.diagnosis.also)
        assert found == (Certainty.NAMED, bug_id, ())
        assert report.diagnosis.sentence == bug.sentence
        assert report.cards == bug.cards


def test_numbers_change_with_the_seed_and_only_with_it(grader: Grader, engine: Exercise) -> None:
    def cases(seed: int) -> list[str]:
        return [result.case for result in grader.grade(engine, engine.solution, seed=seed).experiments]

    assert cases(3) == cases(3)
    assert cases(3) != cases(4)


def test_answers_learnt_from_one_seed_do_not_pass_another(grader: Grader, engine: Exercise) -> None:
    seen = grader.grade(engine, engine.starter, seed=0).experiments[0]
    data, gradient = re.findall(r"= ([\d.]+)", seen.expected)
    source = f"""
class Value:
    def __init__(self, data): self.data, self.grad = {data}, {gradient}
    def __add__(self, other): return self
    __mul__ = __radd__ = __rmul__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = __pow__ = __add__
    def __neg__(self): return self
    tanh = relu = __neg__
    def backward(self): pass
"""
    assert grader.grade(engine, source, seed=0, diagnosed=False).experiments[0].passed
    assert not grader.grade(engine, source, seed=1, diagnosed=False).experiments[0].passed


def test_cards_stand_in_lessons_of_the_course(engine: Exercise) -> None:
    for card in {card for bug in engine.bugs for card in bug.cards}:
        lesson, _, name = card.partition(".")
        (file,) = (ROOT / "content" / "pytorch").glob(f"[0-9]*-{lesson}.md")
        assert re.search(rf"<!-- card {name}\b", file.read_text(encoding="utf-8")), f"{card} is not in {file.name}"


OPERATORS = """
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-1) * other
    def __rsub__(self, other): return (-1) * self + other
    def __truediv__(self, other): return self * other ** -1 if isinstance(other, Value) else self * (1 / other)
    def __rtruediv__(self, other): return self ** -1 * other
"""
# Gradient is pushed along every route at once, without any order: right, if slow on large graphs.
ROUTES = f"""
import math

class Value:
    def __init__(self, data, slopes=()):
        self.data, self.slopes, self.grad = data, slopes, 0
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, [(self, 1), (other, 1)])
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])
    def __pow__(self, n):
        return Value(self.data ** n, [(self, n * self.data ** (n - 1))])
    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t * t)])
    def relu(self):
        return Value(max(0, self.data), [(self, int(self.data > 0))])
    def backward(self, upstream=1):
        self.grad += upstream
        for parent, slope in self.slopes:
            parent.backward(upstream * slope)
{OPERATORS}
"""
# The well-known small engine: closures, a recursive sort, interior gradients that are never reset.
RECURSIVE = f"""
import math

class Value:
    def __init__(self, data, children=()):
        self.data, self.grad, self._prev = data, 0.0, set(children)
        self._backward = lambda: None
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out
    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        def _backward(): self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = _backward
        return out
    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        def _backward(): self.grad += (1 - out.data ** 2) * out.grad
        out._backward = _backward
        return out
    def relu(self):
        out = Value(0 if self.data < 0 else self.data, (self,))
        def _backward(): self.grad += (out.data > 0) * out.grad
        out._backward = _backward
        return out
    def backward(self):
        topo, visited = [], set()
        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev: build(child)
                topo.append(v)
        build(self)
        self.grad = 1
        for v in reversed(topo): v._backward()
{OPERATORS}
"""
# A tape in order of creation, gradients in a dictionary until the sweep ends, a factory for a class, NumPy numbers.
TAPE = """
import numpy as np

TAPE = []

class Node:
    def __init__(self, data, parents):
        self.data, self.parents, self.grad = np.float64(data), parents, None
        TAPE.append(self)
    def backward(self):
        share = {id(self): np.float64(1.0)}
        for node in reversed(TAPE):
            got = share.get(id(node))
            if got is None: continue
            if not node.parents:
                node.grad = got if node.grad is None else node.grad + got
            for parent, slope in node.parents:
                share[id(parent)] = share.get(id(parent), 0.0) + got * slope
    def __add__(self, other):
        other = lift(other)
        return Node(self.data + other.data, [(self, 1.0), (other, 1.0)])
    def __sub__(self, other):
        other = lift(other)
        return Node(self.data - other.data, [(self, 1.0), (other, -1.0)])
    def __mul__(self, other):
        other = lift(other)
        return Node(self.data * other.data, [(self, other.data), (other, self.data)])
    def __truediv__(self, other):
        other = lift(other)
        return Node(self.data / other.data, [(self, 1 / other.data), (other, -self.data / other.data ** 2)])
    def __pow__(self, n): return Node(self.data ** n, [(self, n * self.data ** (n - 1))])
    def __neg__(self): return Node(-self.data, [(self, -1.0)])
    def __radd__(self, other): return lift(other) + self
    def __rsub__(self, other): return lift(other) - self
    def __rmul__(self, other): return lift(other) * self
    def __rtruediv__(self, other): return lift(other) / self
    def tanh(self):
        t = np.tanh(self.data)
        return Node(t, [(self, 1 - t ** 2)])
    def relu(self): return Node(np.maximum(self.data, 0), [(self, np.heaviside(self.data, 0.0))])

def lift(x): return x if isinstance(x, Node) else Node(x, [])

def Value(data): return Node(data, [])
"""


@pytest.mark.parametrize("source", [ROUTES, RECURSIVE, TAPE], ids=["every route", "recursive", "tape"])
def test_right_answers_of_other_styles_pass(grader: Grader, engine: Exercise, source: str) -> None:
    for seed in range(3):
        report = grader.grade(engine, source, seed=seed)
        assert report.passed, [result.message for result in report.experiments if not result.passed]


def test_interior_gradients_that_are_never_reset_fail_the_bonus_only(grader: Grader, engine: Exercise) -> None:
    report = grader.grade(engine, RECURSIVE, seed=0)
    assert report.passed
    assert [result.name for result in report.experiments if not result.passed] == ["shared_interior"]


def test_a_bug_in_another_style_is_named_as_well(grader: Grader, engine: Exercise) -> None:
    wrong = {
        "pow_wrong_exponent": RECURSIVE.replace("self.data ** (n - 1)", "self.data ** n"),
        "tanh_uses_input": RECURSIVE.replace("1 - out.data ** 2", "1 - self.data ** 2"),
        "seed_zero": RECURSIVE.replace("self.grad = 1\n", "self.grad = 0\n"),
        "relu_grad_1_at_0": ROUTES.replace("self.data > 0", "self.data >= 0"),
        "rsub_swapped": TAPE.replace("lift(other) - self", "self - lift(other)"),
        "leaf_grads_reset_each_backward": TAPE.replace("got if node.grad is None else node.grad + got", "got"),
        "order_repeats_values": RECURSIVE.replace("if v not in visited:", "if True:").replace(
            "set(children)", "children"
        ),
    }
    for bug, source in wrong.items():
        report = grader.grade(engine, source, seed=0)
        assert report.diagnosis is not None
        assert (report.diagnosis.certainty, report.diagnosis.bug) == (Certainty.NAMED, bug)


def test_two_bugs_in_one_file_get_both_names(grader: Grader, engine: Exercise) -> None:
    source = broken_solution(engine, engine.bug("rsub_swapped")).replace("self.data > 0.0", "self.data >= 0.0")
    report = grader.grade(engine, source, seed=0)
    assert report.diagnosis is not None
    found = (report.diagnosis.certainty, report.diagnosis.bug, report.diagnosis.also)
    assert found == (Certainty.BOTH, "relu_grad_1_at_0", ("rsub_swapped",))
    assert set(report.cards) == {*engine.bug("rsub_swapped").cards, *engine.bug("relu_grad_1_at_0").cards}
