"""What a learner typed or ticked against what the card expects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.course.answers import (
    Line,
    judge_blanks,
    judge_choice,
    judge_order,
    judge_printed,
    suggest_from_ticks,
)
from quizterm.course.model import Choice, Cloze, Option, Order, Printed, Recall
from quizterm.memory.item import Rating


def matches(output: str, text: str, *, shape: bool = False) -> bool:
    result = judge_printed(Printed("", output), text, shape=shape)
    assert result.suggested == (Rating.GOOD if result.matches else Rating.AGAIN)
    assert result.matches == all(line.right for line in result.lines)
    return result.matches


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("1 2\n3", "1 2\n3"),
        ("1 2\n3", " 1   2\n\n 3 "),
        ("1 2\n3", "1 2 3"),
        ("[0.43, 0.19]", "[.43,0.190]"),
        ("True None", "True  None"),
        ("tensor(7.)", "7"),
        ("tensor(7.)", "tensor(7.0)"),
        ("tensor([[1., 2.],\n        [3., 4.]])", "[[1, 2], [3, 4]]"),
        ("tensor(0.6400, requires_grad=True)", "0.64"),
        ("tensor(0.6400, requires_grad=True)", "tensor(0.64, requires_grad=True)"),
        ("tensor(2., grad_fn=<MulBackward0>) tensor(1)", "2 1"),
        ("tensor(1., dtype=torch.float64)", "1.0"),
        ("7.7183 2.7183", "7.71828 2.71828"),
        ("1.0e-02", "0.01"),
        ("1e-06", "0.000001"),
        ("-0.", "0"),
        ("nan inf", "nan inf"),
        ("0.1", "0.05"),
        ("0.0", "0.05"),
        ("größer", "gro\u0308ßer"),
    ],
)
def test_output_is_compared_without_white_space_and_tensor_at_the_printed_precision(output: str, text: str) -> None:
    assert matches(output, text)


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("1 2", "12"),
        ("1 2", "1, 2"),
        ("1 2", "2 1"),
        ("7.", "7.3"),
        ("7", "7.001"),
        ("0.6400", "0.641"),
        ("0.952", "0.95"),
        ("0.5", "-0.5"),
        ("1.0", "1e999999999"),
        ("1.0", "9" * 1000),
        ("True", "true"),
        ("[1]", "(1)"),
        ("tensor(1.)", "tensor(1., requires_grad=True)"),
        ("tensor(1., requires_grad=True)", "tensor(1., requires_grad=False)"),
        ("1", "tensor("),
        ("x", "1"),
    ],
)
def test_other_output_does_not_match(output: str, text: str) -> None:
    assert not matches(output, text)


@given(st.floats(-1e6, 1e6), st.integers(1, 6))
def test_a_number_matches_at_the_precision_in_which_it_is_printed(number: float, digits: int) -> None:
    printed = f"{number:.{digits}f}"
    assert matches(printed, f"{number:.{digits + 8}f}")
    assert not matches(printed, f"{number + 2 * 10.0**-digits:.{digits + 8}f}")


RAISES = "1.0\nRuntimeError: ... in-place operation"


@pytest.mark.parametrize(
    "text",
    [
        "1.0\nRuntimeError",
        "1\nRuntimeError: ...",
        "1\nRuntimeError: a leaf is used in an in-place operation",
        "1\nRuntimeError: In-Place  Operation",
        "1\nRuntimeError: operation",
    ],
)
def test_an_exception_is_recalled_by_its_type_and_a_fitting_message(text: str) -> None:
    assert matches(RAISES, text)


@pytest.mark.parametrize(
    "text",
    [
        "1.0",
        "RuntimeError",
        "1.0\nValueError",
        "1.0\nRuntimeError: wrong shapes",
        "1.0\nruntimeerror",
        "2\nRuntimeError",
    ],
)
def test_another_exception_or_output_does_not_match(text: str) -> None:
    assert not matches(RAISES, text)


def test_an_exception_that_is_not_expected_does_not_match() -> None:
    assert not matches("1.0", "1.0\nRuntimeError")


@pytest.mark.parametrize(
    "text",
    ["(8, 3, 32)", "(8,3,32,)", "[8, 3, 32]", "torch.Size([8, 3, 32])", "8, 3, 32", "8 3 32", "8x3x32", "8 × 3 × 32"],
)
@pytest.mark.parametrize("output", ["(8, 3, 32)", "torch.Size([8, 3, 32])"])
def test_any_way_to_write_a_shape_will_do(output: str, text: str) -> None:
    assert matches(output, text, shape=True)


@pytest.mark.parametrize(
    ("output", "text", "right"),
    [
        ("(3,)", "3", True),
        ("torch.Size([])", "()", True),
        ("(8, 3) (3,)", "(8, 3) (3)", True),
        ("(8, 3) (3,)", "(8) (3, 3)", False),
        ("(8, 3)", "(3, 8)", False),
        ("(8, 3)", "(83)", False),
        ("RuntimeError: ... shape ...", "RuntimeError", True),
    ],
)
def test_shapes(output: str, text: str, right: bool) -> None:
    assert matches(output, text, shape=True) is right


def test_each_line_is_marked() -> None:
    result = judge_printed(Printed("", "tensor([1., 2.])\nNone\nValueError: ... x"), "[1, 2]\n0\nValueError")
    assert result.lines == (
        Line("tensor([1., 2.])", "[1, 2]", True),
        Line("None", "0", False),
        Line("ValueError: ... x", "ValueError", True),
    )
    assert judge_printed(Printed("", "1\n2"), "1").lines == (Line("1", "1", True), Line("2", "", False))
    assert judge_printed(Printed("", "1"), "1\n2").lines == (Line("1", "1", True), Line("", "2", False))


CLOZE = Cloze(("Leaf", "other factor", "x.grad += 1", "0.10"), (False, False, True, False))


@pytest.mark.parametrize(
    ("texts", "right"),
    [
        (["leaf", "OTHER  factor ", "x.grad+=1", ".1"], (True, True, True, True)),
        (["leaves", "factor", "X.grad += 1", "0.2"], (False, False, False, False)),
        (["Leaf"], (True, False, False, False)),
    ],
)
def test_each_blank_is_right_or_wrong_and_case_matters_in_code_only(texts: list[str], right: tuple[bool, ...]) -> None:
    result = judge_blanks(CLOZE, texts)
    assert result.right == right
    assert result.suggested is (Rating.GOOD if all(right) else Rating.AGAIN)


def test_accents_may_be_composed_or_not() -> None:
    assert judge_blanks(Cloze(("Größe",), (False,)), ["gro\u0308ße"]).right == (True,)


CHOICE = Choice((Option("one", True, ""), Option("two", False, ""), Option("three", True, "")))


@pytest.mark.parametrize(
    ("letters", "right", "options"),
    [
        ("ab", True, (True, True, True)),
        (" B, a", True, (True, True, True)),
        ("a", False, (True, False, True)),
        ("abc", False, (True, True, False)),
        ("abz", False, (True, True, True)),
        ("c", False, (False, False, False)),
    ],
)
def test_letters_choose_among_the_options_as_shown(letters: str, right: bool, options: tuple[bool, ...]) -> None:
    result = judge_choice(CHOICE, (2, 0, 1), letters)
    assert (result.right, result.options) == (right, options)
    assert result.suggested is (Rating.GOOD if right else Rating.AGAIN)


def test_an_order_is_right_place_by_place() -> None:
    steps = Order(("seed", "walk", "add", "walk"))
    assert judge_order(steps, [0, 1, 2, 3]).right
    assert judge_order(steps, [0, 3, 2, 1]).right
    assert judge_order(steps, [0, 1, 3, 2]).places == (True, True, False, False)
    assert judge_order(steps, [0, 1]).places == (True, True, False, False)
    assert judge_order(steps, [1, 0, 2, 3]).suggested is Rating.AGAIN


@pytest.mark.parametrize(
    ("points", "ticked", "suggested"),
    [
        (4, {0, 1, 2, 3}, Rating.GOOD),
        (4, {0, 1, 2}, Rating.HARD),
        (4, {0, 1}, Rating.AGAIN),
        (4, set(), None),
        (1, {0}, Rating.GOOD),
        (0, set(), None),
    ],
)
def test_the_share_of_ticked_key_points_suggests_the_grade(
    points: int, ticked: set[int], suggested: Rating | None
) -> None:
    assert suggest_from_ticks(Recall(("point",) * points), ticked) is suggested


def test_nothing_typed_suggests_nothing() -> None:
    assert judge_printed(Printed("", "1"), " \n").suggested is None
    assert judge_blanks(CLOZE, ["", " ", "", ""]).suggested is None
    assert judge_choice(CHOICE, (0, 1, 2), " ").suggested is None
    assert judge_order(Order(("a", "b")), []).suggested is None


@given(st.text(), st.text(), st.booleans())
def test_any_two_texts_can_be_compared_and_a_text_matches_itself(output: str, text: str, shape: bool) -> None:
    matches_itself = judge_printed(Printed("", output), output, shape=shape).matches
    assert matches_itself
    judge_printed(Printed("", output), text, shape=shape)
