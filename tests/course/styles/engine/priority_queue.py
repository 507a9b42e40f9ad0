"""Values are numbered as they are made; a heap hands out the youngest first, so no sort is needed."""

import heapq
import itertools
import math

numbers = itertools.count()


class Value:
    def __init__(self, data, *edges):
        self.number = next(numbers)
        self.data = data
        self.edges = edges
        self.grad = 0.0

    def __lt__(self, other):
        return self.number > other.number

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, lambda up: up), (other, lambda up: up))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        a, b = self.data, other.data
        return Value(a * b, (self, lambda up: up * b), (other, lambda up: up * a))

    def __pow__(self, n):
        x = self.data
        return Value(math.pow(x, n), (self, lambda up: up * n * math.pow(x, n - 1)))

    def tanh(self):
        out = math.tanh(self.data)
        return Value(out, (self, lambda up: up - up * out * out))

    def relu(self):
        return Value(self.data, (self, lambda up: up)) if self.data > 0 else Value(0.0, (self, lambda up: 0.0))

    def backward(self):
        pending = {self: 1.0}
        heap = [self]
        while heap:
            value = heapq.heappop(heap)
            up = pending.pop(value)
            value.grad = up if value.edges else value.grad + up
            for source, rule in value.edges:
                if source in pending:
                    pending[source] += rule(up)
                else:
                    pending[source] = rule(up)
                    heapq.heappush(heap, source)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return self * -1.0 + other

    def __truediv__(self, other):
        return self * other**-1.0

    def __rtruediv__(self, other):
        return self**-1.0 * other

    __radd__, __rmul__ = __add__, __mul__
