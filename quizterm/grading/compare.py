"""Whether an observation equals another one, and where it does not.

Floating-point numbers are equal if `|got - ref| <= rtol * max(|ref|, rms(ref)) + tiny(dtype)`, where rms is taken over
the whole tensor, so that an element near zero is measured by its neighbours; a Python float is its own tensor. NaN
equals NaN, infinities are equal by sign. Types, shapes, dtypes, keys and everything else have to be equal exactly.

Imports torch, so only worker processes import this module.
"""

import math
from collections.abc import Iterable
from typing import Any

import torch

from quizterm.grading.number_grid import NumberGrid
from quizterm.grading.plain_text import one_line
from quizterm.grading.verdict import Difference
from quizterm.grading.wire import Opaque

RTOL = {
    # dtype: (CPU, other devices)
    torch.float64: (1e-9, 1e-9),
    torch.complex128: (1e-9, 1e-9),
    torch.float32: (1e-4, 1e-3),
    torch.complex64: (1e-4, 1e-3),
    torch.float16: (1e-2, 2e-2),
    torch.bfloat16: (5e-2, 1e-1),
}
MAX_DIFFERENCES = 20
MAX_GRIDS = 8
GRID_SIDE = 8  # numbers
GRID_VECTOR = 32  # numbers
MAX_SHOWN = 160
DIGITS = 6  # of a number among others; one that stands alone has more
ALONE = 10
ALL_DIGITS = 17  # tell any two float64 numbers apart
MAX_MESSAGE = 600


def rtol(dtype: torch.dtype, device: str) -> float:
    """The relative tolerance for a floating or complex dtype on `cpu`, `cuda:0`, ..."""
    on_cpu, elsewhere = RTOL[dtype]
    return on_cpu if device == "cpu" else elsewhere


def compare(got: Any, reference: Any, device: str = "cpu", *, shown: bool = False) -> tuple[Difference, ...]:
    """The parts of `got` that differ from `reference`, at most 20; empty if they are equal.

    The first of them have a grid of their numbers if they are to be `shown`.
    """
    comparison = _Comparison(device, shown=shown)
    comparison.visit(got, reference, "")
    return tuple(comparison.found[:MAX_DIFFERENCES])


def equal(got: Any, reference: Any, device: str = "cpu") -> bool:
    """Whether `compare` would find nothing, at the price of the first difference only, and without a word about it."""
    try:
        _Comparison(device, brief=True).visit(got, reference, "")
    except _UnequalError:
        return False
    return True


def show(value: Any, digits: int = DIGITS) -> str:
    """A value in one short line of text that is safe in a terminal, its numbers to no fewer than `digits` digits."""
    match value:
        case bool() | None:
            return str(value)
        case float():
            return f"{value:.{max(digits, ALONE)}g}"
        case Opaque(claims):
            return one_line(f"an object of {claims}", MAX_SHOWN)
        case torch.Tensor():
            return one_line(f"{_dtype_and_shape(value)} {_numbers(value, digits)}", MAX_SHOWN)
        case list() | tuple():
            return one_line(f"[{_joined(show(item, digits) for item in value)}]", MAX_SHOWN)
        case dict():
            return one_line(_joined(f"{key} = {show(item, digits)}" for key, item in value.items()), MAX_SHOWN)
        case _:
            return one_line(repr(value), MAX_SHOWN)


def _show_apart(one: Any, other: Any) -> tuple[str, str]:
    """Two values that differ, to as many digits as tell them apart, if that many do."""
    for digits in range(DIGITS, ALL_DIGITS + 1):
        texts = show(one, digits), show(other, digits)
        if texts[0] != texts[1]:
            return texts
    if type(one) is not type(other):
        return f"{show(one)} ({_kind(one)})", f"{show(other)} ({_kind(other)})"
    return show(one), show(other)


def _show_elements(one: torch.Tensor, other: torch.Tensor, index: tuple[int, ...]) -> tuple[str, str]:
    """Two tensors of one dtype and shape that differ at `index`, which may lie beyond what is shown of a tensor."""
    texts = _show_apart(one, other)
    if texts[0] != texts[1]:
        return texts
    first, second = _show_apart(one[index].item(), other[index].item())
    where = f"{_dtype_and_shape(one)}, at {list(index)}"
    return f"{where} {first}", f"{where} {second}"


def _dtype_and_shape(tensor: torch.Tensor) -> str:
    return f"{str(tensor.dtype).removeprefix('torch.')}{list(tensor.shape)}"


def _joined(parts: Iterable[str]) -> str:
    """The parts up to where a shown line ends anyway: there may be hundreds of thousands, and each takes time."""
    taken: list[str] = []
    length = 0
    for part in parts:
        taken.append(part)
        length += len(part) + 2
        if length > MAX_SHOWN:
            break
    return ", ".join(taken)


def _numbers(tensor: torch.Tensor, digits: int) -> str:
    def text(part: Any) -> str:
        if isinstance(part, list):
            return f"[{', '.join(map(text, part))}]"
        return f"{part:.{digits}g}" if isinstance(part, float) else str(part)

    return text(tensor.tolist()) if tensor.numel() <= 100 else "..."


class _UnequalError(Exception):
    """Something differs; where, was not asked."""


class _Comparison:
    """Gathers differences in `found`; a `brief` one raises `_UnequalError` at the first of them instead."""

    def __init__(self, device: str, *, shown: bool = False, brief: bool = False) -> None:
        self._device = device
        self._shown = shown
        self._brief = brief
        self.found: list[Difference] = []

    def visit(self, got: Any, ref: Any, path: str) -> None:
        if type(got) is not type(ref):
            self._differ(path, f"should be {_kind(ref)}, not {_kind(got)}", ref, got)
        elif isinstance(ref, torch.Tensor):
            self._tensors(got, ref, path)
        elif isinstance(ref, float | complex):
            self._scalars(got, ref, path)
        elif isinstance(ref, list | tuple):
            if len(got) != len(ref):
                self._differ(path, f"should have {len(ref)} parts, not {len(got)}", ref, got)
                return
            for place, (got_part, ref_part) in enumerate(zip(got, ref, strict=True)):
                self.visit(got_part, ref_part, f"{path}[{place}]")
        elif isinstance(ref, dict):
            self._dicts(got, ref, path)
        elif got != ref or isinstance(ref, Opaque):  # nothing is known of two opaque objects
            self._differ(path, f"should be {show(ref)}, not {show(got)}", ref, got)

    def _notice(self) -> None:
        if self._brief:
            raise _UnequalError

    def _differ(self, path: str, message: str, ref: Any, got: Any, **places: Any) -> None:
        self._notice()
        self._tell(path, message, *_show_apart(ref, got), **places)

    def _tell(self, path: str, message: str, expected: str, got: str, **places: Any) -> None:
        path = one_line(path, MAX_SHOWN)
        self.found.append(Difference(path, one_line(f"{path} {message}", MAX_MESSAGE), expected, got, **places))

    def _dicts(self, got: dict[Any, Any], ref: dict[Any, Any], path: str) -> None:
        missing, extra = sorted(map(str, ref.keys() - got.keys())), sorted(map(str, got.keys() - ref.keys()))
        if missing:
            self._differ(path, f"lacks {', '.join(missing)}", ref, got)
        if extra:
            self._differ(path, f"should not have {', '.join(extra)}", ref, got)
        for key in [key for key in ref if key in got]:
            self.visit(got[key], ref[key], f"{path}.{key}" if path else str(key))

    def _scalars(self, got: complex, ref: complex, path: str) -> None:
        if got == ref:
            return
        dtype = torch.float64 if isinstance(ref, float) else torch.complex128
        if bool(_wrong(torch.tensor(got, dtype=dtype), torch.tensor(ref, dtype=dtype), rtol(dtype, "cpu"))):
            self._notice()
            expected, actual = _show_apart(ref, got)
            self._tell(path, f"should be {expected}, not {actual}", expected, actual, largest=_distance(got, ref))

    def _tensors(self, got: torch.Tensor, ref: torch.Tensor, path: str) -> None:
        if got.shape != ref.shape:
            self._differ(path, f"should have shape {list(ref.shape)}, not {list(got.shape)}", ref, got)
        elif got.dtype != ref.dtype:
            self._differ(path, f"should be {ref.dtype}, not {got.dtype}", ref, got)
        elif not torch.equal(got, ref):  # most are, to the last bit, and to see that costs a fraction of what follows
            approximate = ref.dtype in RTOL
            wrong = _wrong(got, ref, rtol(ref.dtype, self._device)) if approximate else got != ref
            if bool(wrong.any()):
                self._elements(got, ref, wrong, path)

    def _elements(self, got: torch.Tensor, ref: torch.Tensor, wrong: torch.Tensor, path: str) -> None:
        self._notice()
        distance = torch.where(wrong, (_wide(got) - _wide(ref)).abs(), 0.0)
        distance = torch.nan_to_num(distance, nan=math.inf, posinf=math.inf)
        first = _index(int(wrong.reshape(-1).to(torch.uint8).argmax()), ref)
        worst = _index(int(distance.reshape(-1).argmax()), ref)
        largest = _finite(distance[worst].item())
        count, size = int(wrong.sum()), ref.numel()
        expected, actual = _show_apart(ref[first].item(), got[first].item())
        message = f"should be {expected}, not {actual}"
        if ref.dim():
            message = f"{count} of {size} values differ, the first at {list(first)}: {message}"
        if count > 1 and largest is not None:
            message += f"; the largest difference, {largest:.4g}, is at {list(worst)}"
        grid = _grid(got, ref, wrong, first) if self._shown and len(self.found) < MAX_GRIDS else None
        shown = _show_elements(ref, got, first)
        self._tell(path, message, *shown, index=first, largest=largest, largest_index=worst, grid=grid)


def _grid(got: torch.Tensor, ref: torch.Tensor, wrong: torch.Tensor, first: tuple[int, ...]) -> NumberGrid | None:
    """The numbers around the place `first`; None for a single number, and for complex ones."""
    if not ref.dim() or ref.is_complex():
        return None
    sides = (GRID_VECTOR,) if ref.dim() == 1 else (GRID_SIDE, GRID_SIDE)
    leading = first[: -len(sides)]
    starts = tuple(
        max(0, min(place - side // 2, size - side))
        for place, side, size in zip(first[-len(sides) :], sides, ref.shape[-len(sides) :], strict=True)
    )

    def rows(tensor: torch.Tensor) -> tuple[tuple[Any, ...], ...]:
        window = tensor[leading]
        for axis, (start, side) in enumerate(zip(starts, sides, strict=True)):
            window = window.narrow(axis, start, min(side, window.shape[axis] - start))
        numbers = window.tolist()
        return tuple(map(tuple, numbers if window.dim() == 2 else [numbers]))

    expected, actual, marks = map(rows, (ref.double(), got.double(), wrong))
    return NumberGrid(tuple(ref.shape), (*leading, *starts), expected, actual, marks)


def _wrong(got: torch.Tensor, ref: torch.Tensor, tolerance: float) -> torch.Tensor:
    """Elementwise, whether `got` is too far from `ref`; both floating or complex, of one dtype and shape."""
    wide_got, wide_ref = _wide(got), _wide(ref)
    size = wide_ref.abs()
    finite = torch.isfinite(size)
    # Scaled by the largest element, so that the squares neither overflow nor vanish.
    peak = size[finite].max() if bool(finite.any()) else torch.zeros((), dtype=torch.float64)
    rms = peak * (size[finite] / peak).square().mean().sqrt() if peak > 0 else peak
    allowed = tolerance * torch.maximum(size, rms) + torch.finfo(ref.dtype).tiny
    close = (wide_got - wide_ref).abs() <= allowed
    both_nan = torch.isnan(got) & torch.isnan(ref)
    return ~((finite & close) | (wide_got == wide_ref) | both_nan)


def _wide(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.to(torch.complex128 if tensor.is_complex() else torch.float64)


def _index(place: int, tensor: torch.Tensor) -> tuple[int, ...]:
    index = []
    for size in reversed(tensor.shape):
        place, rest = divmod(place, size)
        index.append(rest)
    return tuple(reversed(index))


def _distance(one: complex, other: complex) -> float | None:
    difference = one - other
    return _finite(math.hypot(difference.real, difference.imag))  # abs() of a complex number may overflow


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _kind(value: Any) -> str:
    match value:
        case None:
            return "None"
        case Opaque(claims):
            return one_line(f"an object of {claims}")
        case torch.Tensor():
            return "a tensor"
        case str():
            return f"the text {one_line(repr(value), 60)}"
        case _:
            return f"{'an' if type(value) is int else 'a'} {type(value).__name__}"
