"""Scopes are counted, slots and NumPy numbers; a result that is not recorded is made like a frozen leaf."""

from contextlib import ContextDecorator

import numpy as np


class no_grad(ContextDecorator):
    depth = 0

    def __enter__(self):
        no_grad.depth += 1

    def __exit__(self, *_):
        no_grad.depth -= 1


class Value:
    __slots__ = ("data", "grad", "requires_grad", "sources")

    def __init__(self, data, requires_grad=True, sources=()):
        self.data = np.float64(data)
        self.grad = np.zeros(())
        self.requires_grad = requires_grad
        self.sources = sources

    def backward(self):
        order, stack, met = [], [(self, iter(self.sources))], {self}
        while stack:
            value, rest = stack[-1]
            for source, _ in rest:
                if source not in met:
                    met.add(source)
                    stack.append((source, iter(source.sources)))
                    break
            else:
                order.append(value)
                stack.pop()
        for value in order:
            if value.sources:
                value.grad = np.zeros(())
        self.grad = self.grad + 1
        for value in order[::-1]:
            for source, slope in value.sources:
                source.grad = source.grad + slope * value.grad


def node(data, *sources):
    if no_grad.depth or not any(source.requires_grad for source, _ in sources):
        return Value(data, False)
    return Value(data, True, sources)


def lifted(operation):
    def operator(self, other):
        return operation(self, other if isinstance(other, Value) else Value(other, False))

    return operator


Value.__add__ = lifted(lambda a, b: node(a.data + b.data, (a, 1), (b, 1)))
Value.__sub__ = lifted(lambda a, b: node(a.data - b.data, (a, 1), (b, -1)))
Value.__mul__ = lifted(lambda a, b: node(a.data * b.data, (a, b.data), (b, a.data)))
Value.__truediv__ = lifted(lambda a, b: node(a.data / b.data, (a, 1 / b.data), (b, -a.data / b.data**2)))
Value.__radd__ = lifted(lambda a, b: b + a)
Value.__rsub__ = lifted(lambda a, b: b - a)
Value.__rmul__ = lifted(lambda a, b: b * a)
Value.__rtruediv__ = lifted(lambda a, b: b / a)
Value.__pow__ = lambda a, n: node(a.data**n, (a, n * a.data ** (n - 1)))
Value.__neg__ = lambda a: node(-a.data, (a, -1))
Value.tanh = lambda a: node(np.tanh(a.data), (a, np.cosh(a.data) ** -2))
Value.relu = lambda a: node(np.maximum(a.data, 0), (a, np.heaviside(a.data, 0)))
