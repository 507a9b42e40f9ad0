"""The exercise `engine` beyond what is asked of every exercise."""

import re
from pathlib import Path

import pytest

from quizterm.grading.edits import broken_solution
from quizterm.grading.exercise import Exercise
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import Certainty

ROOT = Path(__file__).parents[2]
STYLES = Path(__file__).parent / "styles" / "engine"
ROUTES, RECURSIVE, TAPE = (
    (STYLES / f"{style}.py").read_text(encoding="utf-8")
    for style in ("every_route", "recursive_closures", "tape_numpy")
)


@pytest.fixture(scope="module")
def engine() -> Exercise:
    return load_exercise(ROOT / "exercises" / "engine")


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
