"""The standard library sorts the graph."""

import math
from graphlib import TopologicalSorter


class Value:
    __slots__ = ("data", "grad", "slopes")

    def __init__(self, data, slopes=None):
        self.data = data
        self.grad = 0.0
        self.slopes = slopes or {}

    @classmethod
    def made(cls, data, *slopes):
        result = cls(data)
        for source, slope in slopes:
            result.slopes[source] = result.slopes.get(source, 0.0) + slope
        return result

    def __add__(self, other):
        other = as_value(other)
        return Value.made(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value.made(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, n):
        return Value.made(self.data**n, (self, n * self.data ** (n - 1)))

    def tanh(self):
        e = math.exp(2 * self.data)
        t = (e - 1) / (e + 1)
        return Value.made(t, (self, (1 + t) * (1 - t)))

    def relu(self):
        on = self.data > 0
        return Value.made(self.data * on, (self, 1.0 * on))

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self + -1 * as_value(other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __rtruediv__(self, other):
        return as_value(other) * self**-1

    def backward(self):
        graph, todo = {self: self.slopes.keys()}, [self]
        for value in todo:
            for source in value.slopes:
                if source not in graph:
                    graph[source] = source.slopes.keys()
                    todo.append(source)
        shares = dict.fromkeys(graph, 0.0)
        shares[self] = 1.0
        for value in reversed([*TopologicalSorter(graph).static_order()]):
            for source, slope in value.slopes.items():
                shares[source] += slope * shares[value]
        for value, share in shares.items():
            value.grad = value.grad + share if not value.slopes else share


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
