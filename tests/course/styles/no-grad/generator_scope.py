"""A scope from a generator and a context variable; nodes with slopes in place of closures."""

import math
from contextlib import contextmanager
from contextvars import ContextVar

tracking = ContextVar("tracking", default=True)


@contextmanager
def no_grad():
    token = tracking.set(False)
    try:
        yield
    finally:
        tracking.reset(token)


class Value:
    def __init__(self, data, requires_grad=True):
        self.data, self.requires_grad, self.grad, self.edges = data, requires_grad, 0.0, []

    @classmethod
    def result(cls, data, *edges):
        self = cls(data, requires_grad=False)
        self.edges = [edge for edge in edges if edge[0].requires_grad] if tracking.get() else []
        self.requires_grad = len(self.edges) > 0
        return self

    def __add__(self, other):
        other = as_value(other)
        return Value.result(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value.result(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, n):
        return Value.result(self.data**n, (self, n * self.data ** (n - 1)))

    def tanh(self):
        return Value.result(math.tanh(self.data), (self, 1 - math.tanh(self.data) ** 2))

    def relu(self):
        return Value.result(max(0.0, self.data), (self, float(self.data > 0)))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + as_value(other) * -1

    def __rsub__(self, other):
        return as_value(other) - self

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __rtruediv__(self, other):
        return as_value(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        order = []

        def visit(value):
            if value not in order:
                for source, _ in value.edges:
                    visit(source)
                order.append(value)

        visit(self)
        shares = dict.fromkeys(order, 0.0) | {self: 1.0}
        for value in reversed(order):
            for source, slope in value.edges:
                shares[source] += slope * shares[value]
            if not value.edges:
                value.grad += shares[value]


def as_value(x):
    return x if isinstance(x, Value) else Value(x, requires_grad=False)
