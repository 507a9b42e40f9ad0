"""What wrong numbers say by themselves, for when no known bug fits.

Only relations that hold for every number of a part are told, since with one number left out anything fits.

Imports torch, so only worker processes import this module.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

from quizterm.grading.compare import compare, show

LARGEST_WHOLE_FACTOR = 16
FEWEST_STEPS = 3  # of a sequence, to tell that it is shifted
SINGLE_PRECISION = 1e-6  # how far float64 numbers are off, relatively, if float32 had a part in them


def explain(got: Any, reference: Any, device: str = "cpu", case: Any = None) -> str | None:
    """One sentence on how the first differing part of an observation relates to the right one; None if unrelated.

    `case` are the experiment's inputs: a term or factor that is missing may be one of them.
    """
    pair = _first_difference(got, reference, device, "")
    if pair is None:
        return None
    path, wrong, right = pair
    said = _Reader(device, dict(_named(case, ""))).relation(wrong, right)
    return None if said is None else f"{path or 'The result'} {said}."


def _first_difference(got: Any, ref: Any, device: str, path: str) -> tuple[str, Any, Any] | None:
    if isinstance(ref, dict) and isinstance(got, dict):
        parts = [(key, f"{path}.{key}" if path else str(key)) for key in ref if key in got]
    elif isinstance(ref, list | tuple) and isinstance(got, list | tuple):
        if len(got) != len(ref) or _shift(got, ref, device) is not None:
            return path, got, ref
        parts = [(place, f"{path}[{place}]") for place in range(len(ref))]
    else:
        return (path, got, ref) if compare(got, ref, device) else None
    found = (_first_difference(got[key], ref[key], device, name) for key, name in parts)
    return next((pair for pair in found if pair is not None), None)


def _named(case: Any, path: str) -> Iterator[tuple[str, torch.Tensor]]:
    """The real numbers and tensors of a case by path."""
    if isinstance(case, dict | list | tuple):
        for key, part in case.items() if isinstance(case, dict) else enumerate(case):
            place = f"{path}[{key}]" if isinstance(case, list | tuple) else f"{path}.{key}" if path else str(key)
            yield from _named(part, place)
    elif (tensor := _as_tensor(case)) is not None and tensor.numel():
        yield path, tensor.double()


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one wrong part; `inputs` are the numbers and tensors of the case."""

    device: str
    inputs: dict[str, torch.Tensor]

    def relation(self, got: Any, ref: Any) -> str | None:
        if got is None:
            return "is None: nothing was put there"
        if isinstance(got, list | tuple) and isinstance(ref, list | tuple):
            return _sequence_relation(got, ref, self.device)
        wrong, right = _as_tensor(got), _as_tensor(ref)
        if wrong is None or right is None:
            return None
        if wrong.shape != right.shape:
            return self._shape_relation(wrong, right)
        if wrong.dtype != right.dtype:
            return f"has dtype {_name(wrong)} where {_name(right)} is right"
        return self._number_relation(wrong, right)

    def _equal(self, one: torch.Tensor, other: torch.Tensor, dtype: torch.dtype) -> bool:
        """Whether two tensors are equal by the tolerance of the dtype they were computed in."""
        return one.shape == other.shape and not compare(one.to(dtype), other.to(dtype), self.device)

    def _shape_relation(self, wrong: torch.Tensor, right: torch.Tensor) -> str | None:
        if wrong.dim() == right.dim() == 2 and wrong.shape == right.t().shape:
            same = self._equal(wrong.t().contiguous(), right, right.dtype)
            return "is transposed" if same else "has its two sizes swapped"
        if wrong.squeeze().shape == right.squeeze().shape:
            return f"has shape {list(wrong.shape)}: an axis of size 1 too many or too few"
        same_parts = wrong.dim() == right.dim() and wrong.shape[1:] == right.shape[1:]
        if same_parts and abs(len(wrong) - len(right)) == 1:  # a tensor of millions is not taken apart for nothing
            return _sequence_relation(wrong.unbind(), right.unbind(), self.device)
        return None

    def _number_relation(self, got: torch.Tensor, ref: torch.Tensor) -> str | None:
        dtype = ref.dtype
        wrong, right = got.double(), ref.double()
        lost = ~torch.isfinite(wrong) & torch.isfinite(right)
        if bool(lost.any()):
            what = "NaN" if bool(torch.isnan(wrong[lost]).any()) else "infinite"
            return f"became {what}: something overflowed, or 0 was divided by 0"
        if not bool(torch.isfinite(right).all()) or not bool(right.any()) or not dtype.is_floating_point:
            return None
        if not bool(wrong.any()):
            return "is 0 everywhere: nothing arrived there"
        if dtype is torch.float64 and _is_nearly(wrong, right):
            return "is right to six digits and no further: float32 was used on the way, or something tiny is missing"
        if wrong.dim() == 2 and wrong.shape[0] == wrong.shape[1] and self._equal(wrong.t(), right, dtype):
            return "is transposed"
        if wrong.dim() and (shift := _shift(got.unbind(), ref.unbind(), self.device)) is not None:
            return shift
        if self._equal(-wrong, right, dtype):
            return "has the right size and the wrong sign"
        for name, value in self.inputs.items():
            if self._equal(wrong, value, dtype):
                return f"is just {name} of the inputs"
        return self._factor_relation(wrong, right, dtype) or self._term_relation(wrong, right, dtype)

    def _factor_relation(self, wrong: torch.Tensor, right: torch.Tensor, dtype: torch.dtype) -> str | None:
        factor = float((wrong * right).sum() / (right * right).sum())
        if not factor or not math.isfinite(factor) or not self._equal(wrong / factor, right, dtype):
            return None
        shapes = [right.shape, *(value.shape for value in self.inputs.values())]
        sizes = {right.numel(), *(size for shape in shapes for size in shape)} - {0, 1}
        tolerance = 1e-6 if dtype is torch.float64 else 1e-4
        for size in sorted(sizes, reverse=True):
            if math.isclose(factor, size, rel_tol=tolerance):
                return f"is {size} times too large, like a sum in place of a mean"
            if math.isclose(factor, 1 / size, rel_tol=tolerance):
                return f"is {size} times too small, like a mean in place of a sum"
        for name, value in self.inputs.items():
            if value.numel() == 1 and math.isclose(factor, value.item(), rel_tol=tolerance):
                return f"is {name} ({show(value.item())}) times what it should be"
            if value.numel() == 1 and value.item() and math.isclose(factor, 1 / value.item(), rel_tol=tolerance):
                return f"is what it should be divided by {name} ({show(value.item())})"
        if right.numel() == 1 and not _is_whole(factor, tolerance) and not _is_whole(1 / factor, tolerance):
            return None  # a single number is always some multiple of another
        if abs(factor) >= 1:
            return f"is {show(float(f'{factor:.6g}'))} times what it should be"
        return f"is what it should be divided by {show(float(f'{1 / factor:.6g}'))}"

    def _term_relation(self, wrong: torch.Tensor, right: torch.Tensor, dtype: torch.dtype) -> str | None:
        for name, value in self.inputs.items():
            if value.shape != right.shape or not bool(value.any()):
                continue
            if self._equal(wrong + value, right, dtype):
                return f"lacks {name} of the inputs, which should have been added"
            if self._equal(wrong - value, right, dtype):
                return f"has {name} of the inputs added to it"
        offset = (wrong - right).mean()
        if right.numel() > 1 and self._equal(wrong - offset, right, dtype):
            return f"is off by {show(float(f'{offset.item():.6g}'))} everywhere: a term is missing or one too many"
        return None


def _sequence_relation(got: Any, ref: Any, device: str) -> str | None:
    if len(got) == len(ref):
        return _shift(got, ref, device)
    if len(got) == len(ref) - 1 and len(got):
        if _all_equal(got, ref[:-1], device):
            return "ends one too early: the last batch or step is missing"
        if _all_equal(got, ref[1:], device):
            return "begins one too late: the first batch or step is missing"
    if len(got) == len(ref) + 1 and len(ref):
        if _all_equal(got[:-1], ref, device):
            return "goes on for one too many: a batch or step at the end does not belong there"
        if _all_equal(got[1:], ref, device):
            return "begins one too early: something stands before the first batch or step"
    return None


def _shift(got: Any, ref: Any, device: str) -> str | None:
    """Whether a sequence is the right one, moved by one step; None if it does not change from step to step."""
    if len(got) != len(ref) or len(ref) < FEWEST_STEPS or _all_equal(ref[1:], ref[:-1], device):
        return None
    if _all_equal(got, ref, device):
        return None
    if _all_equal(got[1:], ref[:-1], device):
        return "is one step late: each number is the one before"
    if _all_equal(got[:-1], ref[1:], device):
        return "is one step ahead: each number is the next one"
    return None


def _all_equal(got: Any, ref: Any, device: str) -> bool:
    return all(not compare(one, other, device) for one, other in zip(got, ref, strict=True))


def _is_nearly(wrong: torch.Tensor, right: torch.Tensor) -> bool:
    """Whether every number is off by no more than float32 numbers are."""
    return bool(((wrong - right).abs() <= SINGLE_PRECISION * right.abs()).all())


def _is_whole(factor: float, tolerance: float) -> bool:
    if not math.isfinite(factor):
        return False  # 1 over the smallest numbers there are is infinite
    whole = round(factor)
    return 2 <= abs(whole) <= LARGEST_WHOLE_FACTOR and math.isclose(factor, whole, rel_tol=tolerance)


def _as_tensor(value: Any) -> torch.Tensor | None:
    if isinstance(value, torch.Tensor):
        return None if value.is_complex() else value
    if isinstance(value, float):
        return torch.tensor(value, dtype=torch.float64)
    return None


def _name(tensor: torch.Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")
