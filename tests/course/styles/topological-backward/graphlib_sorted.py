"""The standard library sorts; dataclasses compared by identity, each source once with the sum of its slopes."""

import math
from dataclasses import dataclass, field
from graphlib import TopologicalSorter


@dataclass(eq=False)
class Value:
    data: float
    sources: dict = field(default_factory=dict)  # each with its slope
    grad: float = 0.0

    def __add__(self, other):
        return Value(self.data + other.data, {self: 2.0} if other is self else {self: 1.0, other: 1.0})

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, {self: other})
        if other is self:
            return Value(self.data**2, {self: 2 * self.data})
        return Value(self.data * other.data, {self: other.data, other: self.data})

    def tanh(self):
        return Value(math.tanh(self.data), {self: 1 - math.tanh(self.data) ** 2})


def topo_order(root):
    graph, todo = {}, [root]
    while todo:
        value = todo.pop()
        if value not in graph:
            graph[value] = value.sources.keys()
            todo += value.sources
    return list(TopologicalSorter(graph).static_order())


def backward(root):
    share = {root: 1.0}
    for value in reversed(topo_order(root)):
        up = share.pop(value)
        if value.sources:
            for source, slope in value.sources.items():
                share[source] = share.get(source, 0.0) + up * slope
        else:
            value.grad += up
