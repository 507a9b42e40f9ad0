"""Values are numbered as they are made, so sorting by number is enough; NumPy numbers."""

import itertools

import numpy as np

count = itertools.count()


class Value:
    def __init__(self, data, *edges):
        self.number, self.data, self.edges, self.grad = next(count), np.float64(data), edges, np.float64(0)

    def __add__(self, other):
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        factor = other.data if isinstance(other, Value) else other
        return Value(self.data * factor, (self, factor), *([(other, self.data)] if isinstance(other, Value) else []))

    def tanh(self):
        return Value(np.tanh(self.data), (self, np.cosh(self.data) ** -2))


def topo_order(root):
    found = [root]
    met = {root.number}
    for value in found:
        for source, _ in value.edges:
            if source.number not in met:
                met.add(source.number)
                found.append(source)
    return sorted(found, key=lambda value: value.number)


def backward(root):
    order = topo_order(root)
    for value in order:
        value.grad = 0.0 if value.edges else value.grad
    root.grad += 1.0
    for value in reversed(order):
        for source, slope in value.edges:
            source.grad += slope * value.grad
