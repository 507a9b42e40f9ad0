"""What a training loop does, in order: F forward, B backward, S step, Z clearing of gradients.

Hooks of torch see modules, optimizers and parameters of torch's own; a learner's class that is not derived from them is
watched through a subclass that its object belongs to for the time. Imports torch, so only worker processes import this
module.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch
from torch import nn
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
from torch.optim import optimizer as torch_optimizer


class LoopTrace:
    """The record of a loop. `events` is a text such as `ZFBSZFBS`.

    One entry for each F: `training`, the model's mode, and `recording`, whether autograd records. One for each B:
    `stale`, whether a gradient was left over from before. One for each S: `gradients`, what the step finds in each
    parameter, None where there is nothing.
    """

    def __init__(self) -> None:
        self.events = ""
        self.training: list[bool] = []
        self.recording: list[bool] = []
        self.stale: list[bool] = []
        self.gradients: list[list[torch.Tensor | None]] = []
        self._reached: set[int] = set()  # parameters that the backward pass under way has come to
        self._undo = contextlib.ExitStack()

    @property
    def order(self) -> str:
        """The events without Z: gradients may be cleared anywhere between a step and the next backward pass."""
        return self.events.replace("Z", "")

    def close(self) -> None:
        """Take all hooks away."""
        self._undo.close()

    def watch_model(self, model: Any) -> None:
        """Record forward and backward passes of a model, and its `zero_grad` if it has one."""
        if isinstance(model, nn.Module):
            self._remove_later(model.register_forward_pre_hook(lambda module, _: self._forward(module)))
        else:
            self.watch_method(model, "__call__", lambda: self._forward(model))
        if hasattr(model, "zero_grad"):
            self.watch_method(model, "zero_grad", lambda: self._note("Z"))
        if hasattr(model, "parameters"):
            self.watch_parameters(model.parameters())

    def watch_optimizer(self, optimizer: Any) -> None:
        """Record steps and the clearing of gradients. Where there are no `param_groups`, steps show no gradients."""
        if isinstance(optimizer, torch.optim.Optimizer):
            self._remove_later(optimizer.register_step_pre_hook(lambda *_: self._step(optimizer)))
        else:
            self.watch_method(optimizer, "step", lambda: self._step(optimizer))
        self.watch_method(optimizer, "zero_grad", lambda: self._note("Z"))

    def watch_parameters(self, parameters: Iterable[Any]) -> None:
        """Record backward passes by the gradients that arrive in parameters of torch's."""
        for parameter in parameters:
            if isinstance(parameter, torch.Tensor) and parameter.requires_grad:
                handle = parameter.register_hook(  # type: ignore[no-untyped-call]  # torch leaves it untyped
                    lambda _, p=parameter: self._arriving(p)
                )
                self._remove_later(handle)

    def watch_method(self, watched: Any, name: str, note: Callable[[], None]) -> None:
        """Call `note` before each call of a method of one object."""
        usual = type(watched)

        def noted(self: Any, *args: Any, **kwargs: Any) -> Any:
            note()
            return getattr(usual, name)(self, *args, **kwargs)

        watched.__class__ = type(usual.__name__, (usual,), {"__slots__": (), name: noted})
        self._undo.callback(setattr, watched, "__class__", usual)

    def watch_everything(self) -> None:
        """Record every model of torch's that has parameters, and every optimizer of torch's, wherever it is made."""
        depth = 0
        known: set[int] = set()

        def entering(module: nn.Module, _: Any) -> None:
            nonlocal depth
            if next(module.parameters(), None) is None:
                return  # a loss, an activation
            if depth == 0:
                new = [parameter for parameter in module.parameters() if id(parameter) not in known]
                known.update(map(id, new))
                self.watch_parameters(new)
                self._forward(module)
            depth += 1

        def leaving(module: nn.Module, *_: Any) -> None:
            nonlocal depth
            depth -= next(module.parameters(), None) is not None

        self._remove_later(register_module_forward_pre_hook(entering))
        self._remove_later(register_module_forward_hook(leaving, always_call=True))
        self._remove_later(
            torch_optimizer.register_optimizer_step_pre_hook(lambda optimizer, *_: self._step(optimizer))
        )

    def _remove_later(self, handle: Any) -> None:
        self._undo.callback(handle.remove)

    def _note(self, event: str) -> None:
        self._reached.clear()
        self.events += event

    def _forward(self, model: Any) -> None:
        self._note("F")
        self.training.append(bool(getattr(model, "training", True)))
        self.recording.append(torch.is_grad_enabled())

    def _arriving(self, parameter: torch.Tensor) -> None:
        if not self._reached or id(parameter) in self._reached:
            self._note("B")
            self.stale.append(False)
        self._reached.add(id(parameter))
        self.stale[-1] |= parameter.grad is not None and bool(parameter.grad.any())

    def _step(self, optimizer: Any) -> None:
        self._note("S")
        groups = getattr(optimizer, "param_groups", ())
        gradients = (parameter.grad for group in groups for parameter in group["params"])
        self.gradients.append([None if gradient is None else gradient.detach().clone() for gradient in gradients])


@contextlib.contextmanager
def loop_trace(model: Any = None, optimizer: Any = None) -> Iterator[LoopTrace]:
    """The record of what happens inside, to a model and an optimizer, or to all of torch's if neither is given."""
    trace = LoopTrace()
    try:
        if model is None and optimizer is None:
            trace.watch_everything()
        if model is not None:
            trace.watch_model(model)
        if optimizer is not None:
            trace.watch_optimizer(optimizer)
        yield trace
    finally:
        trace.close()
