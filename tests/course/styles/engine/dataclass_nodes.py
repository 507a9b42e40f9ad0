"""A dataclass for a node, one function per operation, an explicit stack for the order."""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class Value:
    data: float
    grad: float = 0.0
    inputs: list[tuple[Value, float]] = field(default_factory=list, repr=False)

    def __post_init__(self):
        self.data = float(self.data)

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, inputs=[(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, inputs=[(self, other.data), (other, self.data)])

    def __neg__(self):
        return Value(-self.data, inputs=[(self, -1.0)])

    def __sub__(self, other):
        return self + -lift(other)

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __pow__(self, n):
        return Value(self.data**n, inputs=[(self, n * self.data ** (n - 1))])

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, inputs=[(self, 1 - t * t)])

    def relu(self):
        return Value(max(0.0, self.data), inputs=[(self, float(self.data > 0))])

    def backward(self):
        users = {}
        stack, nodes = [self], {id(self): self}
        while stack:
            for source, _ in stack.pop().inputs:
                users[id(source)] = users.get(id(source), 0) + 1
                if id(source) not in nodes:
                    nodes[id(source)] = source
                    stack.append(source)
        flow = {id(self): 1.0}
        ready = [self]
        while ready:
            node = ready.pop()
            share = flow[id(node)]
            node.grad = node.grad + share if not node.inputs else share
            for source, slope in node.inputs:
                flow[id(source)] = flow.get(id(source), 0.0) + share * slope
                users[id(source)] -= 1
                if users[id(source)] == 0:
                    ready.append(source)


def lift(x):
    return x if isinstance(x, Value) else Value(x)
