"""Operations are classes with forward and backward, as in torch.autograd.Function; nodes only know their operation."""

import math


class Operation:
    def __init__(self, *inputs):
        self.inputs = inputs

    @classmethod
    def apply(cls, *operands, **settings):
        inputs = [x if isinstance(x, Value) else Value(x) for x in operands]
        operation = cls(*inputs)
        operation.__dict__.update(settings)
        result = Value(operation.forward(*[x.data for x in inputs]))
        result.operation = operation
        return result


class Add(Operation):
    def forward(self, a, b):
        return a + b

    def backward(self, up):
        return up, up


class Multiply(Operation):
    def forward(self, a, b):
        self.saved = a, b
        return a * b

    def backward(self, up):
        a, b = self.saved
        return up * b, up * a


class Divide(Operation):
    def forward(self, a, b):
        self.saved = a, b
        return a / b

    def backward(self, up):
        a, b = self.saved
        return up / b, -up * a / (b * b)


class Power(Operation):
    def forward(self, a):
        self.saved = a
        return a**self.exponent

    def backward(self, up):
        return (up * self.exponent * self.saved ** (self.exponent - 1),)


class Tanh(Operation):
    def forward(self, a):
        self.saved = math.tanh(a)
        return self.saved

    def backward(self, up):
        return (up * (1 - self.saved**2),)


class Relu(Operation):
    def forward(self, a):
        self.saved = a > 0
        return a if self.saved else 0.0

    def backward(self, up):
        return (up if self.saved else 0.0,)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0
        self.operation = None

    def __add__(self, other):
        return Add.apply(self, other)

    __radd__ = __add__

    def __mul__(self, other):
        return Multiply.apply(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return Divide.apply(self, other)

    def __rtruediv__(self, other):
        return Divide.apply(other, self)

    def __neg__(self):
        return Multiply.apply(self, -1)

    def __sub__(self, other):
        return Add.apply(self, Multiply.apply(other, -1))

    def __rsub__(self, other):
        return Add.apply(other, -self)

    def __pow__(self, exponent):
        return Power.apply(self, exponent=exponent)

    def tanh(self):
        return Tanh.apply(self)

    def relu(self):
        return Relu.apply(self)

    def backward(self):
        order = []

        def visit(value):
            if value in order:
                return
            if value.operation:
                for source in value.operation.inputs:
                    visit(source)
            order.append(value)

        visit(self)
        for value in order:
            if value.operation:
                value.grad = 0
        self.grad += 1
        for value in order[::-1]:
            if value.operation:
                for source, share in zip(value.operation.inputs, value.operation.backward(value.grad)):
                    source.grad += share
