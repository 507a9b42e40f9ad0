"""Which operation made each result of a learner's graph, read from its numbers: 6 made of 2 and 3 is their product.

Where several operations would explain a result and differ in their slopes, the learner's label may decide between them.
Nothing is said of a result that remains in doubt. No number, NaN and infinities included, raises anything.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from quizterm.grading.traces import ValueGraph

Edge = tuple[int, int]  # from an input to a result
_CLOSE = 1e-6
_POWERS = tuple(number / 2 for number in range(-8, 9) if number not in (0, 2))
_FACTORS = (-1.0, 0.5, -2.0, 3.0, 4.0, 5.0, 10.0)
_LABELS = {  # how learners call operations
    "+": ("+", "add", "sum", "plus"),
    "*": ("*", "mul", "times", "product"),
    "-": ("-", "sub", "neg", "minus"),
    "/": ("/", "div", "truediv"),
    "**": ("**", "pow", "power"),
    "tanh": ("tanh",),
    "relu": ("relu",),
    "exp": ("exp",),
}


class Rule(NamedTuple):
    """An operation that would explain a result: how it is written, `{0} * {1}`, and its slopes towards the inputs."""

    operation: str
    formula: str
    slopes: tuple[float, ...]
    is_twice: bool = False  # its one input stands in it twice


Rules = Mapping[int, Rule]  # by result, where it can be told


def rules_of(graph: ValueGraph) -> Rules:
    """The operation that made each result: all that would explain it, and are called as it is, have the same slopes."""
    found = (
        (result, agreed(_explaining(graph, result), graph.nodes[result].label)) for result in range(len(graph.nodes))
    )
    return {result: rule for result, rule in found if rule is not None}


def inputs_of(graph: ValueGraph, result: int) -> list[int]:
    return [source for source, target in graph.edges if target == result]


def is_leaf(graph: ValueGraph, node: int) -> bool:
    return all(target != node for _, target in graph.edges)


def equal(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_CLOSE, abs_tol=1e-12)


def agreed(candidates: Iterable[Rule], label: str) -> Rule | None:
    """The first of the operations that would explain a result, if all of them have the same slopes.

    Args:
        label: what the learner calls the operation; counts only where numbers and label fit together.
    """
    explaining = list(candidates)
    called = [rule for rule in explaining if rule.operation == _operation(label)] or explaining
    if not called:
        return None
    is_agreed = all(all(map(equal, called[0].slopes, other.slopes)) for other in called)
    return called[0] if is_agreed else None


def _operation(label: str) -> str | None:
    word = label.strip().strip("_").removesuffix("backward0").lower()
    if word.startswith("**"):  # the exponent stands behind it
        word = "**"
    return next((operation for operation, names in _LABELS.items() if word in names), None)


def _explaining(graph: ValueGraph, result: int) -> Iterator[Rule]:
    """Every operation that makes a result of its inputs."""
    inputs, number = inputs_of(graph, result), graph.nodes[result].data
    values = [data for data in (graph.nodes[source].data for source in inputs) if data is not None]
    if number is None or len(values) != len(inputs):
        return
    if len(values) == 1:
        yield from of_one(number, values[0])
    elif len(values) == 2:
        yield from of_two(number, *values)


def of_one(z: float, x: float) -> Iterator[Rule]:
    """The operations that make z of x."""
    if equal(z, x * x):
        yield Rule("*", "{0} * {0}", (2 * x,), is_twice=True)
    if equal(z, x + x) and x:
        yield Rule("+", "{0} + {0}", (2.0,), is_twice=True)
    if equal(z, math.tanh(x)) and not equal(z, x):
        yield Rule("tanh", "tanh {0}", (1 - z * z,))
    if z == 0 >= x:
        yield Rule("relu", "relu {0}", (0.0,))
    if z == 0 == x or (x > 0 and equal(z, x)):
        yield Rule("relu", "relu {0}", (1.0,))
    if equal(z, _safely(math.exp, x)):
        yield Rule("exp", "exp {0}", (z,))
    for power in _POWERS:
        if x and equal(z, _safely(math.pow, x, power)):
            yield Rule("**", f"{{0}} ** {power:g}", (power * z / x,))
    for factor in _FACTORS:
        if x and equal(z, factor * x):
            yield Rule("-" if factor == -1 else "*", "-{0}" if factor == -1 else f"{factor:g} * {{0}}", (factor,))


def of_two(z: float, x: float, y: float) -> Iterator[Rule]:
    """The operations that make z of x and y."""
    if equal(z, x + y):
        yield Rule("+", "{0} + {1}", (1.0, 1.0))
    if equal(z, x * y):
        yield Rule("*", "{0} * {1}", (y, x))
    if equal(z, x - y):
        yield Rule("-", "{0} - {1}", (1.0, -1.0))
    if equal(z, y - x):
        yield Rule("-", "{1} - {0}", (-1.0, 1.0))
    if y and equal(z, x / y):
        yield Rule("/", "{0} / {1}", (1 / y, -z / y))
    if x and equal(z, y / x):
        yield Rule("/", "{1} / {0}", (-z / x, 1 / x))


def _safely(function: Callable[..., float], *numbers: float) -> float:
    try:
        return function(*numbers)
    except (ValueError, OverflowError):
        return math.nan
