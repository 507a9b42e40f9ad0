"""One class per kind of node, every operator with a rule of its own, one pass of Kahn's algorithm."""

from collections import Counter, deque
from math import tanh


class Value:
    sources = ()

    def __init__(self, data):
        self.data = 0.0 + data
        self.grad = 0.0

    def slopes(self):
        return ()

    def backward(self):
        waiting = Counter()
        seen, queue = {self}, deque([self])
        while queue:
            node = queue.popleft()
            for source in node.sources:
                waiting[source] += 1
                if source not in seen:
                    seen.add(source)
                    queue.append(source)
        for node in seen:
            if node.sources:
                node.grad = 0.0
        self.grad += 1.0
        queue.append(self)
        while queue:
            node = queue.popleft()
            for source, slope in zip(node.sources, node.slopes()):
                source.grad += node.grad * slope
                waiting[source] -= 1
                if not waiting[source]:
                    queue.append(source)

    def __add__(self, other): return Affine(self, 1.0, other) if is_number(other) else Sum(self, 1.0, other, 1.0)
    def __radd__(self, other): return Affine(self, 1.0, other)
    def __sub__(self, other): return Affine(self, 1.0, -other) if is_number(other) else Sum(self, 1.0, other, -1.0)
    def __rsub__(self, other): return Affine(self, -1.0, other)
    def __neg__(self): return Affine(self, -1.0, 0.0)
    def __mul__(self, other): return Affine(self, other, 0.0) if is_number(other) else Product(self, other, 1.0)
    def __rmul__(self, other): return Affine(self, other, 0.0)
    def __truediv__(self, other): return Affine(self, 1.0 / other, 0.0) if is_number(other) else Product(self, other, -1.0)
    def __rtruediv__(self, other): return Power(self, -1.0) * other
    def __pow__(self, n): return Power(self, n)
    def tanh(self): return Tanh(self)
    def relu(self): return Affine(self, 1.0 if self.data > 0.0 else 0.0, 0.0)


class Affine(Value):
    def __init__(self, x, factor, shift):
        super().__init__(factor * x.data + shift)
        self.sources, self.factor = (x,), factor

    def slopes(self): return (self.factor,)


class Sum(Value):
    def __init__(self, x, a, y, b):
        super().__init__(a * x.data + b * y.data)
        self.sources, self.factors = (x, y), (a, b)

    def slopes(self): return self.factors


class Product(Value):
    def __init__(self, x, y, power):
        super().__init__(x.data * y.data**power)
        self.sources, self.power = (x, y), power

    def slopes(self):
        x, y = self.sources
        return y.data**self.power, self.power * x.data * y.data ** (self.power - 1.0)


class Power(Value):
    def __init__(self, x, n):
        super().__init__(x.data**n)
        self.sources, self.n = (x,), n

    def slopes(self): return (self.n * self.sources[0].data ** (self.n - 1),)


class Tanh(Value):
    def __init__(self, x):
        super().__init__(tanh(x.data))
        self.sources = (x,)

    def slopes(self): return (1.0 - self.data * self.data,)


def is_number(x):
    return not isinstance(x, Value)
