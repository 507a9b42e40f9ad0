"""The engine's own method is edited to use the sort with marks; `backward` only calls it."""

import math


class Value:
    def __init__(self, data, children=()):
        self.data, self.grad, self._prev = data, 0.0, children
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

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = topo_order(self)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad = self.grad + 1
        while topo:
            topo.pop()._backward()


def topo_order(root):
    topo, visited, stack = [], set(), [(root, False)]
    while stack:
        v, done = stack.pop()
        if done:
            topo.append(v)
        elif id(v) not in visited:
            visited.add(id(v))
            stack.append((v, True))
            stack += [(child, False) for child in v._prev]
    return topo


def backward(root):
    root.backward()
