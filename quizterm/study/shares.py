"""Which shares of gradient went missing in a learner's graph, read from its numbers alone.

A value's gradient is the sum of the shares that its results hand on: each result's gradient times its slope towards
the value. The slopes follow from which operation made the result, and that is told by its numbers: 6 made of 2 and 3 is
their product. Where several operations would explain a result and differ in their slopes, nothing is said.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from quizterm.grading.traces import GraphNode, ValueGraph

Edge = tuple[int, int]  # from an input to a result
_CLOSE = 1e-6
_POWERS = tuple(number / 2 for number in range(-8, 9) if number not in (0, 2, 4))
_FACTORS = (-1.0, 0.5, -2.0, 3.0, 4.0, 5.0, 10.0)
_MOST_SHARES = 8  # of one value, of which every selection is tried


class Fault(NamedTuple):
    """A value whose gradient is not the sum of its shares, and the edges whose shares are missing in it, if that is
    what is wrong. `expected` is that sum, by the gradients that the results have; for the last result it is 1.
    An edge is among the `halved` ones if its result uses the value twice, `x * x`, and only one share is missing.
    """

    node: int
    expected: float
    missing: tuple[Edge, ...] = ()
    halved: tuple[Edge, ...] = ()


class Rule(NamedTuple):
    """An operation that would explain a result: how it is written, `{0} * {1}`, and its slopes towards the inputs."""

    formula: str
    slopes: tuple[float, ...]
    is_twice: bool = False  # its one input stands in it twice


Rules = Mapping[int, Rule]  # by result, where the numbers tell it


def faults(graph: ValueGraph, right: Collection[float] = ()) -> tuple[Fault, ...]:
    """The values of a graph that got other shares than their results had to hand on, as far as that can be told.

    Args:
        right: gradients of leaves that are known to be right: leaves add up what several sweeps bring.
    """
    rules = rules_of(graph)
    found = (_fault(graph, rules, node) for node in range(len(graph.nodes)))
    return tuple(
        fault
        for fault in found
        if fault is not None and not (is_leaf(graph, fault.node) and _is_among(graph.nodes[fault.node].grad, right))
    )


def _is_among(grad: float | None, right: Collection[float]) -> bool:
    return grad is not None and any(_equal(grad, one) for one in right)


def rules_of(graph: ValueGraph) -> Rules:
    """Which operation made each result, where its numbers tell: all that would explain it have the same slopes."""
    found = ((result, _agreed(_rules(graph, result))) for result in range(len(graph.nodes)))
    return {result: rule for result, rule in found if rule is not None}


def inputs_of(graph: ValueGraph, result: int) -> list[int]:
    return [source for source, target in graph.edges if target == result]


def _fault(graph: ValueGraph, rules: Rules, node: int) -> Fault | None:
    grad = graph.nodes[node].grad
    if grad is not None and node == len(graph.nodes) - 1 and not _equal(grad, 1.0):
        return Fault(node, 1.0)
    edges = [edge for edge in graph.edges if edge[0] == node]
    if grad is None or not edges:
        return None
    parts: list[tuple[Edge, float]] = []
    for edge in edges:
        rule, handed_on = rules.get(edge[1]), graph.nodes[edge[1]].grad
        if rule is None or handed_on is None:
            return None
        share = rule.slopes[inputs_of(graph, edge[1]).index(node)] * handed_on
        parts += [(edge, share / 2), (edge, share / 2)] if rule.is_twice else [(edge, share)]
    expected = sum(share for _, share in parts)
    if not math.isfinite(expected) or _equal(grad, expected):
        return None
    left_out = [edge for edge, _ in _missing(parts, grad)]
    whole = [edge for edge, _ in parts]
    missing = tuple(edge for edge in edges if edge in left_out and left_out.count(edge) == whole.count(edge))
    halved = tuple(edge for edge in edges if edge in left_out and edge not in missing)
    return Fault(node, expected, missing, halved)


def _missing(parts: Sequence[tuple[Edge, float]], grad: float) -> Sequence[tuple[Edge, float]]:
    """The fewest shares without which the gradient is what it is; none if there is no such selection."""
    if len(parts) > _MOST_SHARES:
        return ()
    total = sum(share for _, share in parts)
    for count in range(1, len(parts) + 1):
        for left_out in combinations(parts, count):
            if _equal(grad, total - sum(share for _, share in left_out)):
                return left_out
    return ()


def _rules(graph: ValueGraph, result: int) -> Iterator[Rule]:
    """Every operation that makes a result of its inputs."""
    inputs, number = inputs_of(graph, result), graph.nodes[result].data
    values = [data for data in (graph.nodes[source].data for source in inputs) if data is not None]
    if number is None or len(values) != len(inputs):
        return
    if len(values) == 1:
        yield from _of_one(number, values[0])
    elif len(values) == 2:
        yield from _of_two(number, *values)


def _agreed(candidates: Iterator[Rule]) -> Rule | None:
    """The first of the operations that would explain a result, if all of them have the same slopes."""
    first = next(candidates, None)
    if first is None:
        return None
    is_agreed = all(all(map(_equal, first.slopes, other.slopes)) for other in candidates)
    return first if is_agreed else None


def _of_one(z: float, x: float) -> Iterator[Rule]:
    if _equal(z, x * x):
        yield Rule("{0} * {0}", (2 * x,), is_twice=True)
    if _equal(z, x + x) and x:
        yield Rule("{0} + {0}", (2.0,), is_twice=True)
    if _equal(z, math.tanh(x)) and not _equal(z, x):
        yield Rule("tanh {0}", (1 - z * z,))
    if z == 0 >= x:
        yield Rule("relu {0}", (0.0,))
    if z == 0 == x or (x > 0 and _equal(z, x)):
        yield Rule("relu {0}", (1.0,))
    if _equal(z, _safely(math.exp, x)):
        yield Rule("exp {0}", (z,))
    for power in _POWERS:
        if x and _equal(z, _safely(math.pow, x, power)):
            yield Rule(f"{{0}} ** {power:g}", (power * z / x,))
    for factor in _FACTORS:
        if x and _equal(z, factor * x):
            yield Rule("-{0}" if factor == -1 else f"{factor:g} * {{0}}", (factor,))


def _of_two(z: float, x: float, y: float) -> Iterator[Rule]:
    if _equal(z, x + y):
        yield Rule("{0} + {1}", (1.0, 1.0))
    if _equal(z, x * y):
        yield Rule("{0} * {1}", (y, x))
    if _equal(z, x - y):
        yield Rule("{0} - {1}", (1.0, -1.0))
    if _equal(z, y - x):
        yield Rule("{1} - {0}", (-1.0, 1.0))
    if y and _equal(z, x / y):
        yield Rule("{0} / {1}", (1 / y, -x / (y * y)))
    if x and _equal(z, y / x):
        yield Rule("{1} / {0}", (-y / (x * x), 1 / x))


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
