"""An engine whose results remember how they were made only if somebody asked, and a scope in which nobody can ask."""

import math
from contextlib import ContextDecorator


class Value:
    """A number, its gradient, and, if it was recorded, the values it was computed from and a rule to hand gradient on.

    `requires_grad` is what a leaf is made with, and what a result inherits if it was recorded. One switch, `recording`,
    serves all values.
    """

    recording = True

    def __init__(self, data, requires_grad=True):
        self.data = float(data)
        self.grad = 0.0
        self.requires_grad = requires_grad
        self._inputs = ()
        self._hand_on = lambda: None  # a leaf has nobody to hand gradient to

    @staticmethod
    def _of(operand):
        return operand if isinstance(operand, Value) else Value(operand, requires_grad=False)

    def _remember(self, inputs, rule):
        """This result, with all that a sweep needs if recording is on and an input asks for gradients."""
        if Value.recording and any(value.requires_grad for value in inputs):
            self.requires_grad = True
            self._inputs = inputs
            self._hand_on = rule  # not for others: a rule keeps the values alive that it was written with
        return self

    def __add__(self, other):
        other = Value._of(other)
        result = Value(self.data + other.data, requires_grad=False)

        def hand_on():
            self.grad += result.grad
            other.grad += result.grad

        return result._remember((self, other), hand_on)

    def __mul__(self, other):
        other = Value._of(other)
        result = Value(self.data * other.data, requires_grad=False)

        def hand_on():
            self.grad += other.data * result.grad
            other.grad += self.data * result.grad

        return result._remember((self, other), hand_on)

    def __pow__(self, exponent):
        result = Value(self.data**exponent, requires_grad=False)

        def hand_on():
            self.grad += exponent * self.data ** (exponent - 1) * result.grad

        return result._remember((self,), hand_on)

    def tanh(self):
        result = Value(math.tanh(self.data), requires_grad=False)

        def hand_on():
            self.grad += (1.0 - result.data**2) * result.grad

        return result._remember((self,), hand_on)

    def relu(self):
        result = Value(max(self.data, 0.0), requires_grad=False)

        def hand_on():
            slope = 1.0 if self.data > 0.0 else 0.0
            self.grad += slope * result.grad

        return result._remember((self,), hand_on)

    # All other operators are made of the ones above, so their rules need not be written.

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-Value._of(other))

    def __rsub__(self, other):
        return Value._of(other) - self

    def __truediv__(self, other):
        return self * Value._of(other) ** -1.0

    def __rtruediv__(self, other):
        return Value._of(other) / self

    def _inputs_before_results(self):
        """Everything this value was computed from, each once and after all of its own inputs; self is last."""
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            value, inputs_listed = stack.pop()
            if inputs_listed:
                order.append(value)
            elif value not in seen:
                seen.add(value)
                stack.append((value, True))
                stack.extend((source, False) for source in value._inputs)
        return order

    def backward(self):
        """Add the gradient of this value to `grad` of everything it was computed from."""
        order = self._inputs_before_results()
        for value in order:
            if value._inputs:
                value.grad = 0.0  # interior gradients belong to one sweep; those of leaves add up
        self.grad += 1.0
        for value in reversed(order):
            value._hand_on()


class no_grad(ContextDecorator):  # noqa: N801  # torch's name
    """A scope, and a decorator, in which results remember nothing."""

    def __init__(self):
        self._before = []  # a list, since a decorated function that calls itself enters one object many times

    def __enter__(self):
        self._before.append(Value.recording)
        Value.recording = False

    def __exit__(self, *error):
        Value.recording = self._before.pop()
