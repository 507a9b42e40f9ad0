"""The engine stays as it was; a subclass that takes over its name drops what should not be remembered."""

import math


class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self.inputs, self.hand_on = float(data), 0.0, inputs, None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        result = Value(self.data + other.data, (self, other))

        def hand_on():
            self.grad += result.grad
            other.grad += result.grad

        result.hand_on = hand_on
        return result

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        result = Value(self.data * other.data, (self, other))

        def hand_on():
            self.grad += other.data * result.grad
            other.grad += self.data * result.grad

        result.hand_on = hand_on
        return result

    def __pow__(self, n):
        result = Value(self.data**n, (self,))

        def hand_on():
            self.grad += n * self.data ** (n - 1) * result.grad

        result.hand_on = hand_on
        return result

    def tanh(self):
        result = Value(math.tanh(self.data), (self,))

        def hand_on():
            self.grad += (1 - result.data**2) * result.grad

        result.hand_on = hand_on
        return result

    def relu(self):
        result = Value(max(self.data, 0.0), (self,))

        def hand_on():
            self.grad += result.grad if self.data > 0 else 0.0

        result.hand_on = hand_on
        return result

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -1 * other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * (other**-1)

    def __rtruediv__(self, other):
        return self**-1 * other

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        order, seen = [], set()

        def visit(value):
            seen.add(value)
            for source in value.inputs:
                if source not in seen:
                    visit(source)
            order.append(value)

        visit(self)
        for value in order:
            value.grad = 0.0 if value.inputs else value.grad
        self.grad += 1.0
        for value in order[::-1]:
            if value.hand_on:
                value.hand_on()


Engine = Value
switch = [True]


class Value(Engine):
    def __init__(self, data, inputs_or_flag=None, requires_grad=None):
        inputs = inputs_or_flag if isinstance(inputs_or_flag, tuple) else ()
        if inputs:
            asked = switch[-1] and any(source.requires_grad for source in inputs)
        else:
            asked = inputs_or_flag if requires_grad is None else requires_grad
        self.requires_grad = True if asked is None else asked
        super().__init__(data, inputs if inputs and asked else ())

    def __setattr__(self, name, value):
        if name != "hand_on" or self.inputs:
            object.__setattr__(self, name, value)
        else:
            object.__setattr__(self, name, None)

    def __add__(self, other):
        return super().__add__(constant(other))

    def __mul__(self, other):
        return super().__mul__(constant(other))

    __radd__, __rmul__ = __add__, __mul__


def constant(x):
    return x if isinstance(x, Value) else Value(x, requires_grad=False)


class no_grad:
    def __enter__(self):
        switch.append(False)

    def __exit__(self, *error):
        switch.pop()

    def __call__(self, function):
        def wrapped(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return wrapped
