"""A tape in order of creation, a dictionary of shares, a factory for a class, NumPy numbers."""

import numpy as np

TAPE = []

class Node:
    def __init__(self, data, parents):
        self.data, self.parents, self.grad = np.float64(data), parents, None
        TAPE.append(self)
    def backward(self):
        share = {id(self): np.float64(1.0)}
        for node in reversed(TAPE):
            got = share.get(id(node))
            if got is None: continue
            if not node.parents:
                node.grad = got if node.grad is None else node.grad + got
            for parent, slope in node.parents:
                share[id(parent)] = share.get(id(parent), 0.0) + got * slope
    def __add__(self, other):
        other = lift(other)
        return Node(self.data + other.data, [(self, 1.0), (other, 1.0)])
    def __sub__(self, other):
        other = lift(other)
        return Node(self.data - other.data, [(self, 1.0), (other, -1.0)])
    def __mul__(self, other):
        other = lift(other)
        return Node(self.data * other.data, [(self, other.data), (other, self.data)])
    def __truediv__(self, other):
        other = lift(other)
        return Node(self.data / other.data, [(self, 1 / other.data), (other, -self.data / other.data ** 2)])
    def __pow__(self, n): return Node(self.data ** n, [(self, n * self.data ** (n - 1))])
    def __neg__(self): return Node(-self.data, [(self, -1.0)])
    def __radd__(self, other): return lift(other) + self
    def __rsub__(self, other): return lift(other) - self
    def __rmul__(self, other): return lift(other) * self
    def __rtruediv__(self, other): return lift(other) / self
    def tanh(self):
        t = np.tanh(self.data)
        return Node(t, [(self, 1 - t ** 2)])
    def relu(self): return Node(np.maximum(self.data, 0), [(self, np.heaviside(self.data, 0.0))])

def lift(x): return x if isinstance(x, Node) else Node(x, [])

def Value(data): return Node(data, [])
