from typing import Any

import numpy as np
import pytest
import torch

from quizterm.grading.probe import Probe

PROBE = Probe(torch.device("cpu"))


class Number:
    def __float__(self) -> float:
        return 2.5


@pytest.mark.parametrize(
    "value",
    [2.5, torch.tensor(2.5), torch.tensor([2.5], requires_grad=True), np.float64(2.5), np.float32(2.5), Number()],
)
def test_whatever_stands_for_a_number_is_one(value: Any) -> None:
    number = PROBE.number(value)
    assert type(number) is float
    assert number == 2.5


def test_an_int_is_a_number_too() -> None:
    assert type(PROBE.number(3)) is float
    assert type(PROBE.number(torch.tensor(3))) is float


@pytest.mark.parametrize("value", [None, True, "2.5", b"2.5", [2.5], torch.ones(2), 1 + 2j, object()])
def test_what_is_no_number_stays_what_it_is(value: Any) -> None:
    assert PROBE.number(value) is value


def test_no_gradient_counts_as_zero() -> None:
    assert PROBE.gradient(None) == 0.0
    assert PROBE.gradient(torch.tensor(2.0)) == 2.0


def test_exceptions_are_seen_by_type_and_keyword() -> None:
    def fail() -> None:
        raise ValueError("Shapes (2,) and (3,) do not broadcast")

    assert PROBE.caught(fail, "shape") == {"raises": "ValueError", "mentions 'shape'": True}
    assert PROBE.caught(fail, "dtype") == {"raises": "ValueError", "mentions 'dtype'": False}
    assert PROBE.caught(lambda: 3, "shape") == 3


def test_a_sequence_of_numbers_is_one_tensor() -> None:
    tensor = PROBE.numbers([1, torch.tensor(2.5), np.float32(3.0)], torch.float32)
    assert tensor.dtype is torch.float32
    assert tensor.tolist() == [1.0, 2.5, 3.0]
    assert PROBE.numbers([1.0, None], torch.float32) == [1.0, None]


def test_no_gradient_is_filled_up_with_zeros() -> None:
    parameter = torch.ones(2, 3, dtype=torch.float64)
    assert torch.equal(PROBE.filled(None, parameter), torch.zeros(2, 3, dtype=torch.float64))
    assert PROBE.filled(parameter, parameter) is parameter


class Guarded:
    """A number whose missing attributes are looked up in a way that does not raise AttributeError."""

    def __init__(self, *held: "Guarded") -> None:
        self.data = 1.0
        self.held = held

    def __getattr__(self, name: str) -> Any:
        return self.__dict__[name]


def test_a_graph_that_cannot_be_drawn_is_no_fault_of_the_number() -> None:
    probe = Probe(torch.device("cpu"))
    probe.show_graph(Guarded(Guarded()))
    assert probe.shown == {}
