"""What `observe(impl, case, probe)` looks with, the same for the learner's file, the reference and every bug."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch import nn

from quizterm.grading import model_state
from quizterm.grading.loop_trace import LoopTrace, loop_trace
from quizterm.grading.spies import Inputs, Moves, SavedTensors, SpyBatches
from quizterm.grading.value_graph import value_graph


def _untold(loss: float) -> None:
    """Where nobody watches."""


class Probe:
    """Recorders for one experiment. `device` is where its tensors live; tensors in the case are there already.

    `progress` takes the losses of a training loop one by one, as they come, for a curve that is only shown. `shown` is
    what the report shows of the experiment, kept by the `show_` methods and never judged; nothing if not `traced`.
    """

    def __init__(
        self, device: torch.device, progress: Callable[[float], None] = _untold, *, traced: bool = True
    ) -> None:
        self.device = device
        self.progress = progress
        self._traced = traced
        self.shown: dict[str, Any] = {}

    # Values, made equal where correct styles differ

    def number(self, value: Any) -> Any:
        """A float for whatever stands for one number: an int, a float, a 0-D tensor, a NumPy scalar.

        Anything else is returned as it is, and so will differ from a number.
        """
        if isinstance(value, torch.Tensor):
            return float(value.detach()) if value.numel() == 1 and not value.is_complex() else value
        if isinstance(value, bool | str | bytes) or not hasattr(type(value), "__float__"):
            return value
        return float(value)

    def numbers(self, values: Iterable[Any], dtype: torch.dtype) -> Any:
        """One tensor for a sequence of whatever stands for a number, so that it is compared by the dtype's tolerance.

        A sequence that holds something else is returned as a list, and so will differ from a tensor.
        """
        numbers = [self.number(value) for value in values]
        return torch.tensor(numbers, dtype=dtype) if all(type(number) is float for number in numbers) else numbers

    def gradient(self, value: Any) -> Any:
        """`number`, where no gradient (None) counts as 0."""
        return 0.0 if value is None else self.number(value)

    def filled(self, gradient: Any, parameter: torch.Tensor) -> Any:
        """A gradient, where none (None) counts as zeros of the parameter's shape and dtype."""
        return torch.zeros_like(parameter) if gradient is None else gradient

    def caught(self, call: Callable[[], Any], keyword: str) -> Any:
        """What `call()` returns, or the type of the exception it raises and whether its message has `keyword`.

        The keyword is looked for regardless of case; the rest of the message is free.
        """
        try:
            return call()
        except Exception as error:  # noqa: BLE001  # any exception is what is observed
            mentions = keyword.lower() in str(error).lower()
            return {"raises": type(error).__name__, f"mentions {keyword!r}": mentions}

    # Recorders

    def loop(self, model: Any = None, optimizer: Any = None) -> AbstractContextManager[LoopTrace]:
        """Record what a training loop does to a model and an optimizer; to all of torch's if neither is given."""
        return loop_trace(model, optimizer)

    def batches(self, batches: Iterable[Any], *, once: bool = False) -> SpyBatches:
        """Batches that can be iterated and nothing else, once only if asked so, and that count how they are."""
        return SpyBatches(batches, once=once)

    def saved_tensors(self) -> SavedTensors:
        """Count, in a `with` block, the tensors that autograd keeps for a backward pass."""
        return SavedTensors()

    def moves(self) -> Moves:
        """Record, in a `with` block, conversions of tensors between devices and dtypes."""
        return Moves()

    def inputs(self, value: Any) -> Inputs:
        """Remember tensors, to ask later which of them were changed."""
        return Inputs(value)

    # States

    def parameters(self, model: nn.Module) -> dict[str, torch.Tensor]:
        """Copies of a model's parameters by name."""
        return model_state.parameters(model)

    def buffers(self, model: nn.Module) -> dict[str, torch.Tensor]:
        """Copies of a model's buffers by name."""
        return model_state.buffers(model)

    def gradients(self, model: nn.Module) -> dict[str, torch.Tensor | None]:
        """Copies of the gradients of a model's parameters by name, None where there is none."""
        return model_state.gradients(model)

    def optimizer_state(self, optimizer: Any) -> list[dict[str, Any]]:
        """What an optimizer of torch's keeps for each parameter, in the order it holds them."""
        return model_state.optimizer_state(optimizer)

    def learning_rates(self, optimizer: Any) -> list[float]:
        """The learning rate of each parameter group."""
        return model_state.learning_rates(optimizer)

    def random_state(self) -> torch.Tensor:
        """The numbers torch would draw next: equal if the same numbers were drawn before."""
        return model_state.random_state(self.device)

    def outline(self, value: Any) -> Any:
        """Shapes, dtypes and devices in place of tensors."""
        return model_state.outline(value)

    def on_meta(self, value: Any) -> Any:
        """The same with tensors and modules on the meta device, where only shapes and dtypes are computed."""
        return model_state.on_meta(value)

    # What the report shows

    def show_losses(self, losses: Iterable[Any]) -> None:
        """Show a loss curve."""
        if self._traced:
            self.shown["losses"] = [number for number in map(self.number, losses) if type(number) is float]

    def show_gradients(self, gradients: Mapping[str, Any]) -> None:
        """Show gradients of named parameters, tensors or numbers; of None nothing is shown."""
        if not self._traced:
            return
        self.shown["gradients"] = {
            name: gradient.detach().clone()
            if isinstance(gradient, torch.Tensor) and gradient.dim()
            else self.number(gradient)
            for name, gradient in gradients.items()
        }

    def show_events(self, events: str) -> None:
        """Show the events of a loop, a letter for each."""
        if self._traced:
            self.shown["events"] = events

    def show_graph(self, result: Any, **given: Any) -> None:
        """Show the graph behind a learner's number; see `value_graph` for where inputs are looked for.

        `given` are the values it was computed from, by their names.

        Objects that cannot be looked at (a `__getattr__` that raises KeyError, say) are not drawn: it is no fault.
        """
        if not self._traced:
            return
        try:
            graph = value_graph(result, self.number, given)
        except Exception:  # noqa: BLE001  # the attributes are the learner's, and nobody asked for these
            return
        if graph is not None:
            self.shown["graph"] = graph
