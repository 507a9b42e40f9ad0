"""Everything is a 0-D float64 array, changed in place."""

import numpy as np


class Value:
    def __init__(self, data, parents=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(())
        self.parents = parents
        self.rule = rule

    def _with(self, other, data, rule):
        return Value(data, (self, other), rule)

    def __add__(self, other):
        other = wrap(other)
        return self._with(other, self.data + other.data, lambda g: (g, g))

    def __sub__(self, other):
        other = wrap(other)
        return self._with(other, self.data - other.data, lambda g: (g, -g))

    def __mul__(self, other):
        other = wrap(other)
        return self._with(other, self.data * other.data, lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = wrap(other)
        return self._with(other, self.data / other.data, lambda g: (g / other.data, -g * self.data / other.data**2))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return Value(np.negative(self.data), (self,), lambda g: (np.negative(g),))

    def __pow__(self, n):
        return Value(np.power(self.data, n), (self,), lambda g: (g * n * np.power(self.data, n - 1.0),))

    def tanh(self):
        t = np.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - np.square(t)),))

    def relu(self):
        return Value(np.maximum(self.data, 0), (self,), lambda g: (np.where(self.data > 0, g, 0.0),))

    def backward(self):
        order, done = [], set()

        def walk(value):
            if id(value) not in done:
                done.add(id(value))
                [walk(parent) for parent in value.parents]
                order.insert(0, value)

        walk(self)
        for value in order:
            if value.parents:
                value.grad = np.zeros(())
        self.grad = self.grad + 1
        for value in order:
            if value.rule:
                for parent, share in zip(value.parents, value.rule(value.grad)):
                    parent.grad = parent.grad + share


def wrap(x):
    return x if isinstance(x, Value) else Value(x)
