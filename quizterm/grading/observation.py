"""Observations and cases between torch and the wire: tensors become `RawTensor`, everything else stays.

Imports torch, so only worker processes import this module.
"""

from typing import Any

import torch

from quizterm.grading.wire import ITEM_SIZES, Opaque, RawTensor

_DTYPES = {name: getattr(torch, name) for name in ITEM_SIZES}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
_PLAIN = (torch.Tensor, torch.nn.Parameter)


def to_wire(value: Any) -> Any:
    """`value` with every dense tensor inside lists, tuples and dicts made a `RawTensor` (detached, on the CPU).

    Subclasses of Tensor lose what they add; sparse and quantised tensors become `Opaque`.
    """
    if isinstance(value, torch.Tensor):
        return _raw(value)
    kind = type(value)
    if kind in (list, torch.Size):
        return [to_wire(item) for item in value]
    if kind is tuple:
        return tuple(to_wire(item) for item in value)
    if kind is dict:
        return {key: to_wire(item) for key, item in value.items()}
    if kind is torch.dtype:
        return str(value)
    return value


def from_wire(value: Any, device: torch.device) -> Any:
    """The reverse of `to_wire`; tensors are new, on `device`, and do not require gradients."""
    match value:
        case RawTensor(dtype, shape, data):
            if not data:
                return torch.empty(shape, dtype=_DTYPES[dtype], device=device)
            return torch.frombuffer(bytearray(data), dtype=_DTYPES[dtype]).reshape(shape).to(device)
        case list():
            return [from_wire(item, device) for item in value]
        case tuple():
            return tuple(from_wire(item, device) for item in value)
        case dict():
            return {key: from_wire(item, device) for key, item in value.items()}
        case _:
            return value


def _raw(tensor: torch.Tensor) -> RawTensor | Opaque:
    # A subclass must not answer for its own content; where none is, there is no code that modes would have to watch.
    quiet = torch._C.DisableTorchFunction if type(tensor) in _PLAIN else torch._C.DisableTorchFunctionSubclass
    with quiet():
        if tensor.layout is not torch.strided or tensor.dtype not in _NAMES or tensor.is_meta:
            return Opaque(f"a {tensor.layout} tensor of {tensor.dtype} on {tensor.device.type}")
        dense = tensor.detach().cpu().resolve_conj().resolve_neg()
        dense = dense.clone(memory_format=torch.contiguous_format)  # `contiguous` leaves odd strides of single elements
        data = dense.reshape(-1).view(torch.uint8).numpy().tobytes() if dense.numel() else b""
        return RawTensor(_NAMES[dense.dtype], tuple(dense.shape), data)
