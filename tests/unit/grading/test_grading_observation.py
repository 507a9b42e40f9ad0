import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizterm.grading.observation import from_wire, to_wire
from quizterm.grading.wire import ITEM_SIZES, Opaque, RawTensor, decode, encode

CPU = torch.device("cpu")


@given(st.sampled_from(sorted(ITEM_SIZES)), st.lists(st.integers(0, 4), max_size=3))
def test_tensors_of_every_dtype_travel_bit_by_bit(dtype: str, shape: list[int]) -> None:
    tensor = torch.randint(0, 2, shape).to(getattr(torch, dtype))
    (arrived,) = from_wire(decode(encode(to_wire([tensor]))), CPU)
    assert arrived.dtype == tensor.dtype
    assert arrived.shape == tensor.shape
    assert torch.equal(arrived, tensor)


def test_views_arrive_as_what_they_show() -> None:
    base = torch.arange(12.0).reshape(3, 4)
    for view in (base.t(), base[:, ::2], base.expand(2, 3, 4), torch.tensor([1 + 2j]).conj()):
        assert torch.equal(from_wire(to_wire(view), CPU), view)


def test_a_single_element_with_a_stride_arrives() -> None:
    column = torch.arange(4.0).reshape(1, 4)[:, 2]
    assert column.stride() == (4,)
    assert torch.equal(from_wire(decode(encode(to_wire(column))), CPU), column)


def test_what_arrives_is_a_new_leaf_without_gradient() -> None:
    weight = torch.nn.Parameter(torch.ones(2))
    arrived = from_wire(to_wire(weight * 2), CPU)
    assert arrived.is_leaf
    assert not arrived.requires_grad
    arrived += 1
    assert torch.equal(weight, torch.ones(2))


def test_a_subclass_does_not_answer_for_its_content() -> None:
    class Liar(torch.Tensor):
        @classmethod
        def __torch_function__(cls, *_: object, **__: object) -> object:
            raise AssertionError("asked")

    liar = torch.ones(2).as_subclass(Liar)
    assert to_wire({"x": liar}) == {"x": RawTensor("float32", (2,), b"\0\0\x80?" * 2)}


@pytest.mark.parametrize("tensor", [torch.ones(2).to_sparse(), torch.ones(2, device="meta")])
def test_tensors_without_plain_content_are_opaque(tensor: torch.Tensor) -> None:
    assert isinstance(to_wire(tensor), Opaque)


def test_sizes_and_dtypes_become_plain() -> None:
    assert to_wire((torch.ones(2, 3).shape, torch.float32)) == ([2, 3], "torch.float32")
