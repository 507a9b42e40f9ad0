"""What wrong numbers say by themselves, for when no known bug fits.

Imports torch, so only worker processes import this module.
"""

import math
from typing import Any

import torch

from quizterm.grading.compare import compare, show


def explain(got: Any, reference: Any, device: str = "cpu") -> str | None:
    """One sentence on how the first differing part of an observation relates to the right one; None if unrelated."""
    pair = _first_difference(got, reference, device, "")
    if pair is None:
        return None
    path, wrong, right = pair
    said = _relation(wrong, right, device)
    return None if said is None else f"{path or 'The result'} {said}."


def _first_difference(got: Any, ref: Any, device: str, path: str) -> tuple[str, Any, Any] | None:
    if isinstance(ref, dict) and isinstance(got, dict):
        parts = [(key, f"{path}.{key}" if path else str(key)) for key in ref if key in got]
    elif isinstance(ref, list | tuple) and isinstance(got, list | tuple) and len(ref) == len(got):
        parts = [(place, f"{path}[{place}]") for place in range(len(ref))]
    else:
        return (path, got, ref) if compare(got, ref, device) else None
    found = (_first_difference(got[key], ref[key], device, name) for key, name in parts)
    return next((pair for pair in found if pair is not None), None)


def _relation(got: Any, ref: Any, device: str) -> str | None:
    if got is None:
        return "is None: nothing was put there"
    wrong, right = _as_tensor(got), _as_tensor(ref)
    if wrong is None or right is None:
        return None
    if wrong.dtype != right.dtype and wrong.shape == right.shape:
        return f"has dtype {_name(wrong)} where {_name(right)} is right"
    if wrong.shape != right.shape:
        return _shape_relation(wrong, right, device)
    return _number_relation(wrong.double(), right.double(), device)


def _shape_relation(wrong: torch.Tensor, right: torch.Tensor, device: str) -> str | None:
    if wrong.dim() == right.dim() == 2 and wrong.shape == right.t().shape:
        return "is transposed" if not compare(wrong.t().contiguous(), right, device) else "has its two sizes swapped"
    if wrong.squeeze().shape == right.squeeze().shape:
        return f"has shape {list(wrong.shape)}: an axis of size 1 too many or too few"
    return None


def _number_relation(wrong: torch.Tensor, right: torch.Tensor, device: str) -> str | None:
    lost = ~torch.isfinite(wrong) & torch.isfinite(right)
    if bool(lost.any()):
        what = "NaN" if bool(torch.isnan(wrong[lost]).any()) else "infinite"
        return f"became {what}: something overflowed, or 0 was divided by 0"
    if not bool(torch.isfinite(right).all()) or not bool(right.any()):
        return None
    if not bool(wrong.any()):
        return "is 0 everywhere: nothing arrived there"
    if wrong.dim() == 2 and wrong.shape[0] == wrong.shape[1] and not compare(wrong.t().contiguous(), right, device):
        return "is transposed"
    if not compare(-wrong, right, device):
        return "has the right size and the wrong sign"
    factor = _factor(wrong, right)
    if factor is not None and not compare(wrong / factor, right, device):
        return _factor_relation(factor, right)
    offset = (wrong - right).mean()
    if right.numel() > 1 and not compare(wrong - offset, right, device):
        return f"is off by {show(offset.item())} everywhere: a term is missing or one too many"
    return None


def _factor(wrong: torch.Tensor, right: torch.Tensor) -> float | None:
    """The number that best takes `right` to `wrong`, if it is one a formula could have lost or doubled."""
    factor = float((wrong * right).sum() / (right * right).sum())
    if right.numel() > 1:
        return factor or None
    # A single number is always some multiple of another: only a whole factor or its inverse says anything.
    for simple in (factor, 1 / factor if factor else math.inf):
        if math.isfinite(simple) and abs(simple - round(simple)) < 1e-6 and 2 <= abs(round(simple)) <= 16:
            return factor
    return None


def _factor_relation(factor: float, right: torch.Tensor) -> str:
    sizes = {right.numel(), *right.shape} - {0, 1}
    for size in sorted(sizes, reverse=True):
        if math.isclose(factor, size, rel_tol=1e-6):
            return f"is {size} times too large, like a sum in place of a mean"
        if math.isclose(factor, 1 / size, rel_tol=1e-6):
            return f"is {size} times too small, like a mean in place of a sum"
    if abs(factor) >= 1:
        return f"is {show(factor)} times what it should be"
    return f"is what it should be divided by {show(1 / factor)}"


def _as_tensor(value: Any) -> torch.Tensor | None:
    if isinstance(value, torch.Tensor):
        return None if value.is_complex() else value
    if isinstance(value, float):
        return torch.tensor(value, dtype=torch.float64)
    return None


def _name(tensor: torch.Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")
