from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn

from quizterm.grading.loop_trace import loop_trace

X = torch.tensor([[1.0, 2.0], [3.0, -1.0], [0.5, 4.0]])
Y = torch.tensor([[1.0], [0.0], [2.0]])


def net() -> nn.Sequential:
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


def loss_of(model: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
    return nn.functional.mse_loss(model(X), Y)


def clear_first(model: Any, optimizer: Any) -> None:
    optimizer.zero_grad()
    loss_of(model).backward()
    optimizer.step()


def clear_last(model: Any, optimizer: Any) -> None:
    loss_of(model).backward()
    optimizer.step()
    model.zero_grad()


def clear_by_hand(model: Any, optimizer: Any) -> None:
    loss = loss_of(model)
    for parameter in model.parameters():
        parameter.grad = None
    loss.backward()
    optimizer.step()


def clear_never(model: Any, optimizer: Any) -> None:
    loss_of(model).backward()
    optimizer.step()


def clear_before_step(model: Any, optimizer: Any) -> None:
    loss_of(model).backward()
    optimizer.zero_grad()
    optimizer.step()


def step_before_backward(model: Any, optimizer: Any) -> None:
    optimizer.zero_grad()
    loss = loss_of(model)
    optimizer.step()
    loss.backward()


def cut_from_the_graph(model: Any, optimizer: Any) -> None:
    optimizer.zero_grad()
    loss_of(lambda x: model(x).detach().requires_grad_()).backward()
    optimizer.step()


@pytest.mark.parametrize(
    ("iteration", "events", "stale"),
    [
        (clear_first, "ZFBSZFBS", [False, False]),
        (clear_last, "FBSZFBSZ", [False, False]),
        (clear_by_hand, "FBSFBS", [False, False]),
        (clear_never, "FBSFBS", [False, True]),
        (clear_before_step, "FBZSFBZS", [False, False]),
        (step_before_backward, "ZFSBZFSB", [False, False]),
        (cut_from_the_graph, "ZFSZFS", []),
    ],
)
def test_the_order_of_events(iteration: Callable[..., None], events: str, stale: list[bool]) -> None:
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with loop_trace(model, optimizer) as trace:
        iteration(model, optimizer)
        iteration(model, optimizer)
    assert (trace.events, trace.stale) == (events, stale)
    assert trace.order == events.replace("Z", "")


def test_what_the_step_finds_are_the_gradients() -> None:
    model = net()
    expected = torch.autograd.grad(loss_of(model), list(model.parameters()))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with loop_trace(model, optimizer) as trace:
        optimizer.step()
        clear_first(model, optimizer)
    nothing, found = trace.gradients
    assert nothing == [None] * 4
    for gradient, right in zip(found, expected, strict=True):
        assert gradient is not None
        assert torch.equal(gradient, right)


def test_two_backward_passes_in_a_row_are_two() -> None:
    model = net()
    with loop_trace(model) as trace:
        for loss in (loss_of(model), loss_of(model)):
            loss.backward()
    assert (trace.events, trace.stale) == ("FFBB", [False, True])


def test_the_mode_of_the_model_and_of_autograd() -> None:
    model = net()
    with loop_trace(model) as trace:
        model(X)
        model.eval()
        with torch.no_grad():
            model(X)
    assert (trace.training, trace.recording) == ([True, False], [True, False])


def test_forward_called_directly_is_no_call_of_the_model() -> None:
    model = net()
    with loop_trace(model) as trace:
        model.forward(X)
    assert trace.events == ""


def test_nothing_is_left_behind() -> None:
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    with loop_trace(model, optimizer) as trace:
        pass
    with loop_trace() as everything:
        pass
    clear_first(model, optimizer)
    assert trace.events == everything.events == ""
    assert (type(model), type(optimizer)) == (nn.Sequential, torch.optim.Adam)


def test_a_loop_that_makes_its_own_model_and_optimizer() -> None:
    with loop_trace() as trace:
        model, loss_fn = net(), nn.MSELoss()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            loss_fn(model(X), Y).backward()
            optimizer.step()
    assert (trace.events, trace.stale) == ("FBSFBS", [False, False])
    assert len(trace.gradients) == 2


def test_a_model_that_raises_does_not_hide_the_next_one() -> None:
    with loop_trace() as trace:
        with pytest.raises(RuntimeError):
            net()(torch.ones(1, 7))
        net()(X)
    assert trace.events == "FF"


class Line:
    """A model of the learner's own, with slots and without torch's base class."""

    __slots__ = ("weight",)

    def __init__(self) -> None:
        self.weight = torch.ones(2, 1, requires_grad=True)

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return x @ self.weight

    def parameters(self) -> list[torch.Tensor]:
        return [self.weight]


class Descent:
    """An optimizer of the learner's own."""

    def __init__(self, parameters: list[torch.Tensor]) -> None:
        self.parameters = parameters

    def zero_grad(self) -> None:
        for parameter in self.parameters:
            parameter.grad = None

    def step(self) -> None:
        for parameter in self.parameters:
            assert parameter.grad is not None
            parameter.data -= 0.1 * parameter.grad


def test_classes_of_the_learners_own() -> None:
    model = Line()
    optimizer = Descent(model.parameters())
    with loop_trace(model, optimizer) as trace:
        clear_first(model, optimizer)
        clear_never(model, optimizer)
    assert (trace.events, trace.stale) == ("ZFBSFBS", [False, True])
    assert (type(model), type(optimizer)) == (Line, Descent)
