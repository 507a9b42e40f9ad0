"""Scalar autograd engine: numbers that remember how they were made.

Read the brief, then replace each `raise` by your own code. Start with __init__, __add__ and backward.
"""


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def __add__(self, other):
        raise NotImplementedError("Value + something")

    def __radd__(self, other):
        raise NotImplementedError("number + Value")

    def __mul__(self, other):
        raise NotImplementedError("Value * something")

    def __rmul__(self, other):
        raise NotImplementedError("number * Value")

    def __neg__(self):
        raise NotImplementedError("-Value")

    def __sub__(self, other):
        raise NotImplementedError("Value - something")

    def __rsub__(self, other):
        raise NotImplementedError("number - Value")

    def __truediv__(self, other):
        raise NotImplementedError("Value / something")

    def __rtruediv__(self, other):
        raise NotImplementedError("number / Value")

    def __pow__(self, exponent):
        raise NotImplementedError("Value ** number")

    def tanh(self):
        raise NotImplementedError("Value.tanh")

    def relu(self):
        raise NotImplementedError("Value.relu")

    def backward(self):
        raise NotImplementedError("Value.backward")
