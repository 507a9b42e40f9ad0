"""The engine's sort on its own: an order that is right for every graph, and that no depth can break."""

# ---- from engine: the shipped solution ----

import math


class Value:
    """A number, its gradient, the values it was computed from, and a rule that hands gradient on to them."""

    def __init__(self, data, inputs=()):
        self.data = float(data)
        self.grad = 0.0
        self._inputs = inputs
        self._hand_on = lambda: None  # a leaf has nobody to hand gradient to

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    @staticmethod
    def _of(operand):
        return operand if isinstance(operand, Value) else Value(operand)

    def __add__(self, other):
        other = Value._of(other)
        result = Value(self.data + other.data, (self, other))

        def hand_on():
            self.grad += result.grad
            other.grad += result.grad

        result._hand_on = hand_on
        return result

    def __mul__(self, other):
        other = Value._of(other)
        result = Value(self.data * other.data, (self, other))

        def hand_on():
            self.grad += other.data * result.grad
            other.grad += self.data * result.grad

        result._hand_on = hand_on
        return result

    def __pow__(self, exponent):
        result = Value(self.data**exponent, (self,))

        def hand_on():
            self.grad += exponent * self.data ** (exponent - 1) * result.grad

        result._hand_on = hand_on
        return result

    def tanh(self):
        result = Value(math.tanh(self.data), (self,))

        def hand_on():
            self.grad += (1.0 - result.data**2) * result.grad

        result._hand_on = hand_on
        return result

    def relu(self):
        result = Value(max(self.data, 0.0), (self,))

        def hand_on():
            slope = 1.0 if self.data > 0.0 else 0.0
            self.grad += slope * result.grad

        result._hand_on = hand_on
        return result

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


# ---- end of engine ----


def topo_order(root):
    """Every value that `root` was computed from, each once and after all of its inputs; `root` is the last."""
    order, seen = [], {root}
    path = [(root, iter(root._inputs))]  # what a recursive sort would keep on Python's own, limited stack
    while path:
        value, inputs = path[-1]
        unseen = next((source for source in inputs if source not in seen), None)
        if unseen is None:
            order.append(value)
            path.pop()
        else:
            seen.add(unseen)
            path.append((unseen, iter(unseen._inputs)))
    return order


def backward(root):
    """Add the gradient of `root` to `grad` of everything it was computed from."""
    order = topo_order(root)
    for value in order:
        if value._inputs:
            value.grad = 0.0  # interior gradients belong to one sweep; those of leaves add up
    root.grad += 1.0
    for value in reversed(order):
        value._hand_on()
