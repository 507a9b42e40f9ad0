"""Arrays that remember how they were made. Torch does the arithmetic; recording and sweeping are done here."""

import torch


def unbroadcast(grad, shape):
    """`grad` summed over the axes that broadcasting added to `shape` or stretched in it."""
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for axis, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis, keepdim=True)
    return grad


class T:
    """An array of float64 numbers, and, unless it is a leaf, its operands and the rule that hands its gradient on."""

    def __init__(self, d, requires_grad=False):
        self.d = torch.as_tensor(d, dtype=torch.float64)
        self.requires_grad = requires_grad
        self.grad = None
        self._operands = ()
        self._rule = None

    @staticmethod
    def _of(operand):
        return operand if isinstance(operand, T) else T(operand)

    @staticmethod
    def _result(d, rule, *operands):
        """A recorded result; `rule` takes its gradient to one gradient for each operand, not yet unbroadcast."""
        result = T(d, any(operand.requires_grad for operand in operands))
        result._operands = operands
        result._rule = rule
        return result

    def __add__(self, other):
        other = T._of(other)
        return T._result(self.d + other.d, lambda g: (g, g), self, other)

    def __mul__(self, other):
        other = T._of(other)
        return T._result(self.d * other.d, lambda g: (g * other.d, g * self.d), self, other)

    def __truediv__(self, other):
        other = T._of(other)
        return T._result(self.d / other.d, lambda g: (g / other.d, -g * self.d / other.d**2), self, other)

    def __matmul__(self, other):
        return T._result(self.d @ other.d, lambda g: (g @ other.d.mT, self.d.mT @ g), self, other)

    def sum(self, dim=None):
        if dim is None:
            return T._result(self.d.sum(), lambda g: (g.expand(self.d.shape),), self)
        return T._result(self.d.sum(dim), lambda g: (g.unsqueeze(dim).expand(self.d.shape),), self)

    def mean(self):
        return T._result(self.d.mean(), lambda g: ((g / self.d.numel()).expand(self.d.shape),), self)

    def relu(self):
        return T._result(self.d.clamp(min=0), lambda g: (g * (self.d > 0),), self)

    def t(self):
        return T._result(self.d.mT, lambda g: (g.mT,), self)

    def _operands_before_results(self):
        """Everything this array was computed from that wants a gradient, each after its operands; self is last."""
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            array, operands_listed = stack.pop()
            if operands_listed:
                order.append(array)
            elif array not in seen:
                seen.add(array)
                stack.append((array, True))
                stack.extend((operand, False) for operand in array._operands if operand.requires_grad)
        return order

    def backward(self):
        """Add the gradient of this number to `grad` of every leaf that wants one."""
        arrived = {self: torch.ones_like(self.d)}
        for array in reversed(self._operands_before_results()):
            gradient = arrived.pop(array)
            if array._rule is None:
                array.grad = gradient if array.grad is None else array.grad + gradient
                continue
            for operand, share in zip(array._operands, array._rule(gradient), strict=True):
                share = unbroadcast(share, operand.d.shape)
                arrived[operand] = arrived[operand] + share if operand in arrived else share
