"""Values are immutable tuples in a list; a pure function computes all gradients, the class only wraps it."""

import math
from functools import reduce
from typing import NamedTuple


class Entry(NamedTuple):
    data: float
    inputs: tuple = ()
    slopes: tuple = ()


TABLE: list[Entry] = []


def gradients(root):
    def step(shares, index):
        entry = TABLE[index]
        return reduce(lambda s, edge: {**s, edge[0]: s.get(edge[0], 0.0) + s[index] * edge[1]}, zip(entry.inputs, entry.slopes), shares) if index in shares else shares

    return reduce(step, range(root, -1, -1), {root: 1.0})


class Value:
    known: dict = {}

    def __init__(self, data, inputs=(), slopes=()):
        TABLE.append(Entry(float(data), tuple(inputs), tuple(slopes)))
        self.index = len(TABLE) - 1
        self.grad = 0.0
        Value.known[self.index] = self

    data = property(lambda self: TABLE[self.index].data)

    def backward(self):
        for index, share in gradients(self.index).items():
            value = Value.known[index]
            value.grad = share if TABLE[index].inputs else value.grad + share


def binary(f, df):
    def operator(a, b):
        b = b if isinstance(b, Value) else Value(b)
        return Value(f(a.data, b.data), (a.index, b.index), df(a.data, b.data))

    return operator


def swapped(operator):
    return lambda a, b: operator(Value(b), a)


def unary(f, df):
    return lambda a: Value(f(a.data), (a.index,), (df(a.data),))


Value.__add__ = binary(lambda a, b: a + b, lambda a, b: (1, 1))
Value.__sub__ = binary(lambda a, b: a - b, lambda a, b: (1, -1))
Value.__mul__ = binary(lambda a, b: a * b, lambda a, b: (b, a))
Value.__truediv__ = binary(lambda a, b: a / b, lambda a, b: (1 / b, -a / b**2))
Value.__radd__, Value.__rsub__, Value.__rmul__, Value.__rtruediv__ = map(swapped, (Value.__add__, Value.__sub__, Value.__mul__, Value.__truediv__))
Value.__neg__ = unary(lambda a: -a, lambda a: -1)
Value.tanh = unary(math.tanh, lambda a: 1 - math.tanh(a) ** 2)
Value.relu = unary(lambda a: max(a, 0.0), lambda a: 1.0 if a > 0 else 0.0)
Value.__pow__ = lambda a, n: Value(a.data**n, (a.index,), (n * a.data ** (n - 1),))
