from collections.abc import Callable, Iterable
from typing import Any

import pytest
import torch

from quizterm.grading.value_graph import MAX_NODES, value_graph


class Node:
    def __init__(self, data: float, inputs: Iterable["Node"] = (), label: str = "") -> None:
        self.data, self.grad, self.op = data, data / 2, label
        self.keep(tuple(inputs))

    def keep(self, inputs: tuple["Node", ...]) -> None:
        self._inputs = inputs


class InList(Node):
    def keep(self, inputs: tuple[Node, ...]) -> None:
        self.children = list(inputs)


class InSet(Node):
    def keep(self, inputs: tuple[Node, ...]) -> None:
        self._prev = set(inputs)


class InPairs(Node):
    def keep(self, inputs: tuple[Node, ...]) -> None:
        self.slopes = [(source, 1.0) for source in inputs]


class InDict(Node):
    def keep(self, inputs: tuple[Node, ...]) -> None:
        self.slopes = dict.fromkeys(inputs, 1.0)


class Direct(Node):
    __slots__ = ("left", "right")

    def keep(self, inputs: tuple[Node, ...]) -> None:
        self.left, self.right = (*inputs, None, None)[:2]


class InClosure(Node):
    def keep(self, inputs: tuple[Node, ...]) -> None:
        self.hand_on = lambda: inputs


class Product(Node):
    pass


class Sum(Node):
    pass


def number(value: Any) -> Any:
    return value


@pytest.mark.parametrize("kind", [Node, InList, InSet, InPairs, InDict, Direct])
def test_a_diamond_is_found_wherever_inputs_are_kept(kind: Callable[..., Node]) -> None:
    x = kind(1.0, (), "x")
    a, b = kind(2.0, (x,), "*"), kind(3.0, (x,), "+")
    z = kind(5.0, (a, b), "tanh")
    graph = value_graph(z, number)
    assert graph is not None
    labels = [label for label, _, _ in graph["nodes"]]
    assert sorted(labels) == ["*", "+", "tanh", "x"]
    assert (labels[0], labels[-1]) == ("x", "tanh")
    assert graph["nodes"][-1] == ("tanh", 5.0, 2.5)
    named = {(labels[first], labels[second]) for first, second in graph["edges"]}
    assert named == {("x", "*"), ("x", "+"), ("*", "tanh"), ("+", "tanh")}
    assert len(graph["edges"]) == 4
    assert all(first < second for first, second in graph["edges"])


def test_nodes_may_have_classes_of_their_own() -> None:
    x = Node(1.0)
    graph = value_graph(Sum(3.0, (Product(2.0, (x,)), x)), number)
    assert graph is not None
    assert len(graph["nodes"]) == 3


def test_given_values_are_named_and_shown_though_nothing_leads_to_them() -> None:
    x, lost = Node(1.0), Node(7.0)
    graph = value_graph(Product(2.0, (x,)), number, {"x": x, "again": x, "lost": lost})
    assert graph is not None
    assert [data for _, data, _ in graph["nodes"]] == [7.0, 1.0, 2.0]
    assert graph["edges"] == [(1, 2)]
    assert graph["names"] == [(1, "x"), (1, "again"), (0, "lost")]


def test_a_long_chain_is_drawn_without_recursion_and_a_longer_one_not_at_all() -> None:
    def chain(length: int) -> Node:
        node = Node(0.0)
        for step in range(length - 1):
            node = Node(float(step), (node,))
        return node

    graph = value_graph(chain(MAX_NODES), number)
    assert graph is not None
    assert graph["edges"] == [(place, place + 1) for place in range(MAX_NODES - 1)]
    assert value_graph(chain(MAX_NODES + 1), number) is None


def test_nothing_is_drawn_of_what_is_no_graph() -> None:
    ring = Node(1.0)
    ring.keep((Node(2.0, (ring,)),))
    itself = Node(1.0)
    itself.keep((itself,))
    hidden = InClosure(1.0, (InClosure(2.0),))
    for result in (ring, itself, hidden, Node(1.0), torch.ones(2), 3.0, None):
        assert value_graph(result, number) is None


def test_a_doubling_lattice_takes_no_longer_than_it_is_large() -> None:
    x = Node(1.0)
    for _ in range(60):
        x = Node(1.0, (Node(1.0, (x,)), Node(1.0, (x,))))
    graph = value_graph(x, number)
    assert graph is not None
    assert len(graph["nodes"]) == 181
