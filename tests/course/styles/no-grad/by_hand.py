"""Closures as in the well-known small engine, a switch on the class, and a decorator written by hand."""

import functools
import math


class no_grad:
    def __enter__(self):
        self.prev = Value.recording
        Value.recording = False
        return self

    def __exit__(self, kind, error, trace):
        Value.recording = self.prev
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with no_grad():
                return function(*args, **kwargs)

        return wrapped


class Value:
    recording = True

    def __init__(self, data, requires_grad=True):
        self.data = data
        self.grad = 0
        self.requires_grad = requires_grad
        self._prev = set()
        self._backward = None

    def _track(self, backward, *children):
        self.requires_grad = False
        if Value.recording:
            for child in children:
                if child.requires_grad:
                    self.requires_grad = True
                    self._prev = set(children)
                    self._backward = backward
        return self

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other, False)
        out = Value(self.data + other.data)

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        return out._track(_backward, self, other)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other, False)
        out = Value(self.data * other.data)

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return out._track(_backward, self, other)

    def __pow__(self, n):
        out = Value(self.data**n)

        def _backward():
            self.grad += n * self.data ** (n - 1) * out.grad

        return out._track(_backward, self)

    def tanh(self):
        out = Value(math.tanh(self.data))

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        return out._track(_backward, self)

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0)

        def _backward():
            self.grad += (out.data > 0) * out.grad

        return out._track(_backward, self)

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev:
                    build(child)
                topo.append(v)

        build(self)
        self.grad += 1
        for v in reversed(topo):
            if v._backward:
                v._backward()

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self + (-1) * other

    def __rsub__(self, other):
        return (-1) * self + other

    def __truediv__(self, other):
        return self * (other**-1)

    def __rtruediv__(self, other):
        return self**-1 * other
