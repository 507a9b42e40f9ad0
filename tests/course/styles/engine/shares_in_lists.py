"""`grad` is a property that adds up a list of shares; generators walk the graph."""

import math


class Value:
    def __init__(self, data, rules=()):
        self.data = data
        self.rules = list(rules)
        self.shares = []

    @property
    def grad(self):
        return math.fsum(self.shares)

    def descendants(self, seen):
        if self not in seen:
            seen.add(self)
            for source, _ in self.rules:
                yield from source.descendants(seen)
            yield self

    def backward(self):
        order = list(self.descendants(set()))
        for value in order:
            if value.rules:
                value.shares.clear()
        self.shares.append(1)
        for value in reversed(order):
            for source, slope in value.rules:
                source.shares.append(value.grad * slope)

    def __add__(self, other):
        return Value(self.data + of(other).data, ((x, 1) for x in (self, of(other)))) if isinstance(other, Value) else Value(self.data + other, [(self, 1)])

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, [(self, other.data), (other, self.data)])
        return Value(self.data * other, [(self, other)])

    def __pow__(self, n):
        return Value(self.data**n, [(self, n * self.data**n / self.data)])

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __truediv__(self, other):
        return self * (other**-1 if isinstance(other, Value) else 1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t * t)])

    def relu(self):
        return Value(max(self.data, 0), [(self, self.data > 0)])


def of(x):
    return x
