import math
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizterm.grading.compare import MAX_MESSAGE, MAX_SHOWN, compare, equal, rtol, show
from quizterm.grading.verdict import Difference
from quizterm.grading.wire import Opaque


def brute_force_equal(got: list[float], ref: list[float], tolerance: float, tiny: float) -> bool:
    """The rule of the design, element by element in plain Python."""
    finite = [value for value in ref if math.isfinite(value)]
    rms = math.hypot(*finite) / math.sqrt(len(finite)) if finite else 0.0

    def near(one: float, other: float) -> bool:
        if math.isnan(other) or math.isnan(one):
            return math.isnan(one) and math.isnan(other)
        if math.isinf(other) or math.isinf(one):
            return one == other
        return abs(one - other) <= tolerance * max(abs(other), rms) + tiny

    return all(map(near, got, ref))


SCALES = st.sampled_from([0.0, 1e-12, 3e-10, 0.9e-9, 1.1e-9, 1e-6, 1.0, -2.0])


@given(
    st.data(), st.lists(st.floats(-1e100, 1e100) | st.sampled_from([math.nan, math.inf, -math.inf, 0.0]), min_size=1)
)
def test_floats_are_compared_by_the_rule(data: st.DataObject, ref: list[float]) -> None:
    got = [
        data.draw(st.sampled_from([math.nan, math.inf, -math.inf])) if data.draw(st.booleans()) else x * (1 + s)
        for x, s in zip(ref, data.draw(st.lists(SCALES, min_size=len(ref), max_size=len(ref))), strict=True)
    ]
    tolerance, tiny = rtol(torch.float64, "cpu"), torch.finfo(torch.float64).tiny
    expected = brute_force_equal(got, ref, tolerance, tiny)
    as_tensors = compare(torch.tensor(got, dtype=torch.float64), torch.tensor(ref, dtype=torch.float64))
    assert (not as_tensors) == expected
    assert equal(torch.tensor(got, dtype=torch.float64), torch.tensor(ref, dtype=torch.float64)) == expected
    one_by_one = all(brute_force_equal([one], [other], tolerance, tiny) for one, other in zip(got, ref, strict=True))
    assert (not compare(got, ref)) == equal(got, ref) == one_by_one


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.complex64])
@pytest.mark.parametrize("device", ["cpu", "cuda:0"])
def test_each_dtype_has_its_own_tolerance(dtype: torch.dtype, device: str) -> None:
    ref = torch.full((3,), 2.0, dtype=dtype)
    step = rtol(dtype, device) * 2.0
    inside, outside = ref + 0.4 * step, ref + 2.5 * step
    assert not compare(inside, ref, device)
    assert len(compare(outside, ref, device)) == 1


def test_an_element_near_zero_is_measured_by_its_neighbours() -> None:
    ref = torch.tensor([1.0, 0.0])
    assert not compare(torch.tensor([1.0, 1e-5]), ref)
    assert compare(torch.tensor([1e-5]), torch.tensor([0.0])), "alone, it has no neighbours"


def test_squares_neither_overflow_nor_vanish() -> None:
    huge, small = torch.tensor([1e200, 1e200], dtype=torch.float64), torch.tensor([1e-200], dtype=torch.float64)
    assert not compare(huge, huge)
    assert compare(huge * 1.1, huge)
    assert compare(small * 1.1, small)


@pytest.mark.parametrize(
    ("got", "ref", "message"),
    [
        (1, 1.0, "should be a float, not an int"),
        (True, 1, "should be an int, not a bool"),
        (None, 1.0, "should be a float, not None"),
        ((1.0,), [1.0], "should be a list, not a tuple"),
        (Opaque("numpy.float64"), 1.0, "should be a float, not an object of numpy.float64"),
        ([1.0], [1.0, 2.0], "should have 2 parts, not 1"),
        ({"a": 1.0}, {"a": 1.0, "b": 2.0}, "lacks b"),
        ({"a": 1.0, "c": 1.0}, {"a": 1.0}, "should not have c"),
        ({"x": {"grad": 2.0}}, {"x": {"grad": 3.0}}, "x.grad should be 3, not 2"),
        ([1.0, [2.0]], [1.0, [3.0]], "[1][0] should be 3, not 2"),
        ("eval", "train", "should be 'train', not 'eval'"),
        (0.1 + 1e-12, 0.1 + 1e-9, "should be 0.100000001, not 0.1"),
        (torch.zeros(2, 3), torch.zeros(3, 2), "should have shape [3, 2], not [2, 3]"),
        (torch.zeros(2), torch.zeros(2, dtype=torch.float64), "should be torch.float64, not torch.float32"),
        (torch.tensor([1, 2]), torch.tensor([1, 3]), "1 of 2 values differ, the first at [1]: should be 3, not 2"),
        (torch.tensor(1.0), torch.tensor(2.0), "should be 2, not 1"),
        (torch.tensor([math.nan]), torch.tensor([1.0]), "1 of 1 values differ, the first at [0]: should be 1, not nan"),
    ],
)
def test_what_is_said_of_a_difference(got: Any, ref: Any, message: str) -> None:
    (difference,) = compare(got, ref)
    assert difference.message == message
    assert not equal(got, ref)


def test_two_opaque_objects_are_never_equal() -> None:
    assert compare(Opaque("thing"), Opaque("thing"))
    assert not equal(Opaque("thing"), Opaque("thing"))


def test_the_first_and_the_largest_difference_are_placed() -> None:
    ref = torch.arange(6.0).reshape(2, 3)
    got = ref.clone()
    got[0, 1] += 1
    got[1, 2] -= 3
    assert compare({"w": got}, {"w": ref}) == (
        Difference(
            "w",
            "w 2 of 6 values differ, the first at [0, 1]: should be 1, not 2; the largest difference, 3, is at [1, 2]",
            show(ref),
            show(got),
            index=(0, 1),
            largest=3.0,
            largest_index=(1, 2),
        ),
    )


@given(st.lists(st.integers(0, 3), max_size=3), st.sampled_from([torch.float32, torch.int64, torch.bool]))
def test_a_tensor_equals_itself_and_no_other_of_its_shape(shape: list[int], dtype: torch.dtype) -> None:
    tensor = torch.ones(shape, dtype=dtype)
    assert not compare(tensor, tensor.clone())
    assert bool(compare(1 - tensor.to(torch.int64), tensor.to(torch.int64))) == (tensor.numel() > 0)


def test_what_is_shown_cannot_reach_the_terminal() -> None:
    (difference,) = compare({"x": "\x1b[2J\x9b31mred"}, {"x": 1.0})
    assert difference.message == "x should be a float, not the text '\\x1b[2J\\x9b31mred'"
    (difference,) = compare({"\x1b[2Jx": 2.0}, {"\x1b[2Jx": 1.0})
    assert difference.path == "x"


def test_a_message_stays_short_and_plain_whatever_names_a_program_chooses() -> None:
    for got in ({"a" * 5_000_000: 1.0}, {"\x1b[2J\nb": 1.0}, {f"k{number}": 1.0 for number in range(10_000)}):
        (difference,) = compare(got, {})
        assert difference.message.startswith("should not have")
        assert len(difference.message) <= MAX_MESSAGE
        assert difference.message.isprintable()


def test_no_more_of_a_value_is_looked_at_than_is_shown() -> None:
    inner: list[object] = [torch.ones(10)] * 200
    for _ in range(8):
        inner = [inner] * 200
    assert len(show(inner)) <= MAX_SHOWN
    assert show({"a": [1, ()], "b": {}}) == "a = [1, []], b ="


def test_complex_numbers_may_be_as_far_apart_as_they_like() -> None:
    (difference,) = compare(complex(1.7e308, 1.7e308), complex(-1.0, 0.0))
    assert difference.largest is None


def test_at_most_twenty_differences_are_reported() -> None:
    assert len(compare([0.0] * 100, [1.0] * 100)) == 20


@given(st.lists(st.integers(1, 40), min_size=1, max_size=3), st.integers(0, 10_000), st.integers(0, 2**32 - 1))
def test_a_grid_is_a_window_of_both_tensors_that_holds_the_first_wrong_place(
    shape: list[int], place: int, seed: int
) -> None:
    right = torch.randn(shape, generator=torch.Generator().manual_seed(seed))
    wrong = right.clone()
    wrong.view(-1)[place % right.numel()] += 5
    (difference,) = compare(wrong, right, shown=True)
    grid = difference.grid
    assert grid is not None
    assert difference.index is not None
    assert grid.shape == tuple(shape)
    marked = []
    for row, (expected, got, marks) in enumerate(zip(grid.expected, grid.got, grid.wrong, strict=True)):
        for column, numbers in enumerate(zip(expected, got, marks, strict=True)):
            *leading, first, last = (0, *grid.corner) if len(shape) == 1 else grid.corner
            index = (*leading, first + row, last + column)[-len(shape) :]
            assert numbers == (right[index].item(), wrong[index].item(), right[index].item() != wrong[index].item())
            marked += [index] if numbers[2] else []
    assert marked == [difference.index]
    assert compare(wrong, right)[0].grid is None


def test_what_has_no_axes_or_is_complex_has_no_grid() -> None:
    for one in (torch.tensor(1.0), torch.tensor([1j])):
        (difference,) = compare(one + 1, one, shown=True)
        assert difference.grid is None


FLOATS = st.floats(allow_nan=False, allow_infinity=False)


@given(FLOATS, FLOATS, st.sampled_from([torch.float64, torch.float32, torch.bfloat16]))
def test_what_differs_looks_different(one: float, other: float, dtype: torch.dtype) -> None:
    pairs = [(one, other), ([one], [other]), ({"x": one}, {"x": other}), (torch.tensor(one), torch.tensor(other))]
    pairs.append((torch.tensor([[one, 1.0]], dtype=dtype), torch.tensor([[other, 1.0]], dtype=dtype)))
    for got, ref in pairs:
        for difference in compare(got, ref):
            assert difference.expected != difference.got


def test_no_more_digits_are_shown_than_tell_numbers_apart() -> None:
    right = torch.tensor([1.25, 2.9614900152], dtype=torch.float64)
    (difference,) = compare(right - 2.6e-8, right)
    assert (difference.expected, difference.got) == (
        "float64[2] [1.25, 2.96149002]",
        "float64[2] [1.24999997, 2.96148999]",
    )
    (difference,) = compare(right + 1, right)
    assert difference.expected == "float64[2] [1.25, 2.96149]"


@pytest.mark.parametrize("size", [90, 1000])
def test_a_place_that_is_not_shown_is_named(size: int) -> None:
    right = torch.arange(float(size)).reshape(2, -1)
    wrong = right.clone()
    wrong[1, -2] += 0.5
    (difference,) = compare(wrong, right)
    where = f"float32[2, {size // 2}], at [1, {size // 2 - 2}]"
    assert (difference.expected, difference.got) == (f"{where} {size - 2}", f"{where} {size - 1.5}")


def test_values_of_two_types_look_different() -> None:
    (difference,) = compare((1, 2.0), [1, 2.0])
    assert (difference.expected, difference.got) == ("[1, 2] (a list)", "[1, 2] (a tuple)")
    (difference,) = compare(1, 1.0)
    assert (difference.expected, difference.got) == ("1 (a float)", "1 (an int)")
