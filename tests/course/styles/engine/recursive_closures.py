"""The well-known small engine: closures, a recursive sort, interior gradients that are never reset."""

import math

class Value:
    def __init__(self, data, children=()):
        self.data, self.grad, self._prev = data, 0.0, set(children)
        self._backward = lambda: None
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out
    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        def _backward(): self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = _backward
        return out
    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        def _backward(): self.grad += (1 - out.data ** 2) * out.grad
        out._backward = _backward
        return out
    def relu(self):
        out = Value(0 if self.data < 0 else self.data, (self,))
        def _backward(): self.grad += (out.data > 0) * out.grad
        out._backward = _backward
        return out
    def backward(self):
        topo, visited = [], set()
        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev: build(child)
                topo.append(v)
        build(self)
        self.grad = 1
        for v in reversed(topo): v._backward()

    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-1) * other
    def __rsub__(self, other): return (-1) * self + other
    def __truediv__(self, other): return self * other ** -1 if isinstance(other, Value) else self * (1 / other)
    def __rtruediv__(self, other): return self ** -1 * other

