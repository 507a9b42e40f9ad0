"""Floating-point numbers in JSON, which has no NaN and no infinities: they become the words that `float` reads."""

import math
from collections.abc import Sequence

Numbers = tuple[float, ...]


def number_to_json(number: float) -> float | str:
    return number if math.isfinite(number) else str(number)


def numbers_to_json(numbers: Numbers) -> list[float | str]:
    return [number_to_json(number) for number in numbers]


def numbers_from_json(data: Sequence[float | str]) -> Numbers:
    return tuple(float(number) for number in data)
