"""Inputs that notice what is done with them. Imports torch, so only worker processes import this module."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

_MOVES = frozenset({"to", "cpu", "cuda", "mps", "type", "float", "double", "half", "bfloat16", "long", "int"})


class SpyBatches:
    """Batches that can be iterated and nothing else.

    `started` counts how often iteration began, `taken` lists the numbers of the batches that were handed out, in
    order, `finished` counts how often iteration came to the end. With `once` they are used up by the first iteration,
    as a generator is.
    """

    def __init__(self, batches: Iterable[Any], *, once: bool = False) -> None:
        self._batches = list(batches)
        self._once = once
        self.started = 0
        self.finished = 0
        self.taken: list[int] = []

    def __iter__(self) -> Iterator[Any]:
        self.started += 1
        for number, batch in enumerate([] if self._once and self.started > 1 else self._batches):
            self.taken.append(number)
            yield batch
        self.finished += 1


class SavedTensors:
    """Counts tensors that autograd keeps for a backward pass while this is active.

    `count` and `bytes` are of all that were kept; `alive` is how many of these still are.
    """

    def __init__(self) -> None:
        self.count = 0
        self.bytes = 0
        self.alive = 0
        self._hooks = torch.autograd.graph.saved_tensors_hooks(self._keep, lambda kept: kept.tensor)

    def __enter__(self) -> "SavedTensors":
        self._hooks.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._hooks.__exit__()

    def _keep(self, tensor: torch.Tensor) -> "_Kept":
        self.count += 1
        self.bytes += tensor.numel() * tensor.element_size()
        return _Kept(tensor.detach(), self)  # a result that is kept would otherwise keep its own graph alive


class _Kept:
    def __init__(self, tensor: torch.Tensor, counter: SavedTensors) -> None:
        self.tensor = tensor
        self._counter = counter
        counter.alive += 1

    def __del__(self) -> None:
        self._counter.alive -= 1


class Moves(TorchFunctionMode):
    """Records conversions of tensors between devices and dtypes: `to`, `cuda`, `float` and the like, by name."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: object,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        name = getattr(func, "__name__", "")
        if name in _MOVES:
            self.calls.append(name)
        return func(*args, **(kwargs or {}))


class Inputs:
    """Tensors in lists, tuples and dicts, remembered as they were."""

    def __init__(self, value: Any) -> None:
        self._now = dict(_tensors(value, ""))
        self._before = {path: tensor.detach().clone() for path, tensor in self._now.items()}
        self._grad = {path: tensor.requires_grad for path, tensor in self._now.items()}

    def changed(self) -> list[str]:
        """Where tensors have other values, shapes, dtypes, or another requires_grad by now."""
        return [path for path, tensor in self._now.items() if not self._same(path, tensor)]

    def _same(self, path: str, tensor: torch.Tensor) -> bool:
        before = self._before[path]
        if (tensor.shape, tensor.dtype, tensor.requires_grad) != (before.shape, before.dtype, self._grad[path]):
            return False
        return torch.equal(torch.nan_to_num(tensor.detach()), torch.nan_to_num(before))


def _tensors(value: Any, path: str) -> Iterator[tuple[str, torch.Tensor]]:
    match value:
        case torch.Tensor():
            yield path, value
        case list() | tuple():
            for place, part in enumerate(value):
                yield from _tensors(part, f"{path}[{place}]")
        case dict():
            for key, part in value.items():
                yield from _tensors(part, f"{path}.{key}" if path else str(key))
