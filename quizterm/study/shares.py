"""Which shares of gradient went missing in a learner's graph, read from its numbers alone.

A value's gradient is the sum of the shares that its results hand on: each result's gradient times its slope towards
the value. Where the operation that made a result is in doubt, and with it the slopes, nothing is said.
"""

import math
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

from quizterm.grading.traces import GraphNode, ValueGraph
from quizterm.study.graph_rules import Edge, Rules, equal, inputs_of, is_leaf, rules_of

_MOST_SHARES = 8  # of one value, of which every selection is tried

Share = tuple[Edge, float]


class Fault(NamedTuple):
    """A value whose gradient is not the sum of its shares, and the edges whose shares are missing in it, if that is
    what is wrong. `expected` is that sum, by the gradients that the results have; for the last result it is 1.

    An edge is among the `halved` ones if its result uses the value twice, `x * x`, and only one share is missing.
    Where a value has a single result, that edge is `wrong` if its share is; it was handed on too `early` if the share
    is right by what the result had before these edges brought it their shares.
    """

    node: int
    expected: float
    missing: tuple[Edge, ...] = ()
    halved: tuple[Edge, ...] = ()
    wrong: Edge | None = None
    early: tuple[Edge, ...] = ()

    @property
    def edges(self) -> frozenset[Edge]:
        """All that something is wrong with."""
        return frozenset({*self.missing, *self.halved, *((self.wrong,) if self.wrong else ())})


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
    return grad is not None and any(equal(grad, one) for one in right)


def _fault(graph: ValueGraph, rules: Rules, node: int) -> Fault | None:
    grad = graph.nodes[node].grad
    if grad is not None and node == len(graph.nodes) - 1 and not equal(grad, 1.0):
        return Fault(node, 1.0)
    edges = [edge for edge in graph.edges if edge[0] == node]
    if grad is None or not edges:
        return None
    parts = _parts(graph, rules, edges)
    if parts is None:
        return None
    expected = sum(share for _, share in parts)
    if not math.isfinite(expected) or equal(grad, expected):
        return None
    left_out = [edge for edge, _ in _missing(parts, grad)]
    whole = [edge for edge, _ in parts]
    missing = tuple(edge for edge in edges if edge in left_out and left_out.count(edge) == whole.count(edge))
    halved = tuple(edge for edge in edges if edge in left_out and edge not in missing)
    if left_out or len(edges) > 1:
        return Fault(node, expected, missing, halved)
    return Fault(node, expected, wrong=edges[0], early=_early(graph, rules, edges[0], grad))


def _parts(graph: ValueGraph, rules: Rules, edges: Sequence[Edge]) -> list[Share] | None:
    """The shares that results hand on along edges; None if one of them is not known."""
    parts: list[Share] = []
    for edge in edges:
        rule, handed_on = rules.get(edge[1]), graph.nodes[edge[1]].grad
        if rule is None or handed_on is None:
            return None
        share = _slope(graph, rules, edge) * handed_on
        parts += [(edge, share / 2), (edge, share / 2)] if rule.is_twice else [(edge, share)]
    return parts


def _slope(graph: ValueGraph, rules: Rules, edge: Edge) -> float:
    return rules[edge[1]].slopes[inputs_of(graph, edge[1]).index(edge[0])]


def _early(graph: ValueGraph, rules: Rules, edge: Edge, grad: float) -> tuple[Edge, ...]:
    """The edges whose shares the result had not got yet when it handed its own on; none if that does not explain it."""
    slope, result = _slope(graph, rules, edge), edge[1]
    parts = _parts(graph, rules, [one for one in graph.edges if one[0] == result])
    if not slope or not parts:
        return ()
    return tuple(dict.fromkeys(one for one, _ in _missing(parts, grad / slope)))


def _missing(parts: Sequence[Share], grad: float) -> Sequence[Share]:
    """The fewest shares without which the gradient is what it is; none if there is no such selection."""
    if len(parts) > _MOST_SHARES:
        return ()
    total = sum(share for _, share in parts)
    for count in range(1, len(parts) + 1):
        for left_out in combinations(parts, count):
            if equal(grad, total - sum(share for _, share in left_out)):
                return left_out
    return ()


def unreached(graph: ValueGraph, gradient: float) -> bool:
    """Whether no leaf of the graph has this gradient: the parameter it belongs to is not connected to the result."""
    leaves: list[GraphNode] = [node for place, node in enumerate(graph.nodes) if is_leaf(graph, place)]
    return not any(leaf.grad is not None and equal(leaf.grad, gradient) for leaf in leaves)
