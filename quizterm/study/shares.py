"""Which shares of gradient went missing in a learner's graph, read from its numbers alone.

A value's gradient is the sum of the shares that its results hand on: each result's gradient times its slope towards
the value. The slopes follow from which operation made the result, and that is told by its numbers: 6 made of 2 and 3 is
their product. Where several operations would explain a result and differ in their slopes, nothing is said.
"""

import math
from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import NamedTuple

from quizterm.grading.traces import GraphNode, ValueGraph

Edge = tuple[int, int]  # from an input to a result
_CLOSE = 1e-6
_POWERS = tuple(number / 2 for number in range(-8, 9) if number not in (0, 2))
_FACTORS = (-1.0, 2.0, 0.5, -2.0, 3.0, 4.0, 5.0, 10.0)
_MOST_SHARES = 8  # of one value, of which every selection is tried


class Fault(NamedTuple):
    """A value whose gradient is not the sum of its shares, and the edges whose shares are missing in it, if that is
    what is wrong. `expected` is that sum, by the gradients that the results have; for the last result it is 1.
    """

    node: int
    expected: float
    missing: tuple[Edge, ...]


def faults(graph: ValueGraph, right: Collection[float] = ()) -> tuple[Fault, ...]:
    """The values of a graph that got other shares than their results had to hand on, as far as that can be told.

    Args:
        right: gradients of leaves that are known to be right: leaves add up what several sweeps bring.
    """
    slopes = _slopes(graph)
    found = (_fault(graph, slopes, node) for node in range(len(graph.nodes)))
    return tuple(
        fault
        for fault in found
        if fault is not None and not (is_leaf(graph, fault.node) and _is_among(graph.nodes[fault.node].grad, right))
    )


def _is_among(grad: float | None, right: Collection[float]) -> bool:
    return grad is not None and any(_equal(grad, one) for one in right)


def _fault(graph: ValueGraph, slopes: dict[Edge, float], node: int) -> Fault | None:
    grad = graph.nodes[node].grad
    if grad is not None and node == len(graph.nodes) - 1 and not _equal(grad, 1.0):
        return Fault(node, 1.0, ())
    edges = [edge for edge in graph.edges if edge[0] == node]
    if grad is None or not edges or any(edge not in slopes for edge in edges):
        return None
    shares: dict[Edge, float] = {}
    for edge in edges:
        handed_on = graph.nodes[edge[1]].grad
        if handed_on is None:
            return None
        shares[edge] = slopes[edge] * handed_on
    expected = sum(shares.values())
    if not math.isfinite(expected) or _equal(grad, expected):
        return None
    return Fault(node, expected, _missing(shares, grad))


def _missing(shares: dict[Edge, float], grad: float) -> tuple[Edge, ...]:
    """The fewest edges without whose shares the gradient is what it is; none if there is no such selection."""
    if len(shares) > _MOST_SHARES:
        return ()
    for count in range(1, len(shares) + 1):
        for left_out in combinations(shares, count):
            if _equal(grad, sum(share for edge, share in shares.items() if edge not in left_out)):
                return left_out
    return ()


def _slopes(graph: ValueGraph) -> dict[Edge, float]:
    """The slope of each result towards each input, where the numbers tell it."""
    found: dict[Edge, float] = {}
    for result, node in enumerate(graph.nodes):
        inputs = [source for source, target in graph.edges if target == result]
        values = [graph.nodes[source].data for source in inputs]
        if inputs and len(inputs) <= 2 and node.data is not None and None not in values:
            slopes = _agreed(_rules(node.data, [value for value in values if value is not None]))
            found |= {(source, result): slope for source, slope in zip(inputs, slopes or (), strict=False)}
    return found


def _agreed(candidates: Iterator[tuple[float, ...]]) -> tuple[float, ...] | None:
    """The slopes on which all operations agree that would explain a result; None if there is none, or no agreement."""
    first = next(candidates, None)
    if first is None:
        return None
    is_agreed = all(all(map(_equal, first, other)) for other in candidates)
    return first if is_agreed else None


def _rules(result: float, values: list[float]) -> Iterator[tuple[float, ...]]:
    """The slopes towards the inputs, of every operation that makes the result of them."""
    return _of_one(result, values[0]) if len(values) == 1 else _of_two(result, values[0], values[1])


def _of_one(z: float, x: float) -> Iterator[tuple[float, ...]]:
    if _equal(z, math.tanh(x)) and not _equal(z, x):
        yield (1 - z * z,)
    if z == 0 >= x:
        yield (0.0,)
    if z == 0 == x or (x > 0 and _equal(z, x)):
        yield (1.0,)
    if _equal(z, _safely(math.exp, x)):
        yield (z,)
    for power in _POWERS:
        if x and _equal(z, _safely(math.pow, x, power)):
            yield (power * z / x,)
    for factor in _FACTORS:
        if x and _equal(z, factor * x):
            yield (factor,)


def _of_two(z: float, x: float, y: float) -> Iterator[tuple[float, ...]]:
    if _equal(z, x + y):
        yield 1.0, 1.0
    if _equal(z, x * y):
        yield y, x
    if _equal(z, x - y):
        yield 1.0, -1.0
    if _equal(z, y - x):
        yield -1.0, 1.0
    if y and _equal(z, x / y):
        yield 1 / y, -x / (y * y)
    if x and _equal(z, y / x):
        yield -y / (x * x), 1 / x


def _safely(function: Callable[..., float], *numbers: float) -> float:
    try:
        return function(*numbers)
    except (ValueError, OverflowError):
        return math.nan


def _equal(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_CLOSE, abs_tol=1e-12)


def is_leaf(graph: ValueGraph, node: int) -> bool:
    return all(target != node for _, target in graph.edges)


def unreached(graph: ValueGraph, gradient: float) -> bool:
    """Whether no leaf of the graph has this gradient: the parameter it belongs to is not connected to the result."""
    leaves: list[GraphNode] = [node for place, node in enumerate(graph.nodes) if is_leaf(graph, place)]
    return not any(leaf.grad is not None and _equal(leaf.grad, gradient) for leaf in leaves)
