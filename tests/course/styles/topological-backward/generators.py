"""A recursive generator run by a trampoline: it reads like recursion and keeps its own stack."""

import math


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data, self.inputs, self.slopes, self.grad = float(data), list(inputs), list(slopes), 0.0

    def __add__(self, other):
        return Value(self.data + other.data, [self, other], [1, 1])

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def tanh(self):
        result = Value(math.tanh(self.data), [self])
        result.slopes = [1 - result.data * result.data]
        return result


def topo_order(root):
    order, seen = [], set()

    def visit(value):
        seen.add(value)
        for source in value.inputs:
            if source not in seen:
                yield visit(source)
        order.append(value)

    running = [visit(root)]
    while running:
        try:
            running.append(next(running[-1]))
        except StopIteration:
            running.pop()
    return tuple(order)


def backward(root):
    order = topo_order(root)
    for value in order:
        if value.inputs:
            value.grad = 0.0
    root.grad += 1.0
    for value in order[::-1]:
        for source, slope in zip(value.inputs, value.slopes, strict=True):
            source.grad += value.grad * slope
