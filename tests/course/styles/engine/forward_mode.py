"""Every value carries its derivatives by all leaves from the start; backward only hands them out."""

import math


class Value:
    def __init__(self, data, by=None):
        self.data = float(data)
        self.grad = 0.0
        self.by = {self: 1.0} if by is None else by

    def chain(self, data, slope):
        return Value(data, {leaf: slope * d for leaf, d in self.by.items()})

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other, {})
        leaves = self.by.keys() | other.by.keys()
        return Value(self.data + other.data, {leaf: self.by.get(leaf, 0.0) + other.by.get(leaf, 0.0) for leaf in leaves})

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other, {})
        return Value(self.data * other.data, (self.chain(0.0, other.data) + other.chain(0.0, self.data)).by)

    def __pow__(self, n):
        return self.chain(self.data**n, n * self.data ** (n - 1))

    def tanh(self):
        return self.chain(math.tanh(self.data), 1 / math.cosh(self.data) ** 2)

    def relu(self):
        return self.chain(*((self.data, 1.0) if self.data > 0 else (0.0, 0.0)))

    def __neg__(self):
        return self.chain(-self.data, -1.0)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * (other**-1)

    def __rtruediv__(self, other):
        return self**-1 * other

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        for leaf, derivative in self.by.items():
            leaf.grad += derivative
