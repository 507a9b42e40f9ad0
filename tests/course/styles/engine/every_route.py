"""Gradient is pushed along every route at once, without any order: right, if slow on large graphs."""

import math

class Value:
    def __init__(self, data, slopes=()):
        self.data, self.slopes, self.grad = data, slopes, 0
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, [(self, 1), (other, 1)])
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])
    def __pow__(self, n):
        return Value(self.data ** n, [(self, n * self.data ** (n - 1))])
    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t * t)])
    def relu(self):
        return Value(max(0, self.data), [(self, int(self.data > 0))])
    def backward(self, upstream=1):
        self.grad += upstream
        for parent, slope in self.slopes:
            parent.backward(upstream * slope)

    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-1) * other
    def __rsub__(self, other): return (-1) * self + other
    def __truediv__(self, other): return self * other ** -1 if isinstance(other, Value) else self * (1 / other)
    def __rtruediv__(self, other): return self ** -1 * other

