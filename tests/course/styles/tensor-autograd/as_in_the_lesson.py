"""The class of the lesson, finished: every operand receives and checks, the sort is recursive."""

import torch


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for i in range(len(shape)):
        if shape[i] == 1 and grad.shape[i] != 1:
            grad = grad.sum(i, keepdim=True)
    return grad


class T:
    def __init__(self, d, requires_grad=False):
        self.d = torch.as_tensor(d, dtype=torch.float64)
        self.requires_grad = requires_grad
        self.grad = None
        self._parents, self._rule = (), None

    def _receive(self, g):
        if self.requires_grad:
            g = unbroadcast(g, self.d.shape)
            assert g.shape == self.d.shape
            self.grad = g if self.grad is None else self.grad + g

    def _make(self, d, parents, rule):
        out = T(d, any(parent.requires_grad for parent in parents))
        out._parents = parents
        out._rule = rule
        return out

    def __add__(self, other):
        other = other if isinstance(other, T) else T(other)
        return self._make(self.d + other.d, (self, other), lambda g: (self._receive(g), other._receive(g)))

    def __mul__(self, other):
        other = other if isinstance(other, T) else T(other)
        return self._make(
            self.d * other.d, (self, other), lambda g: (self._receive(g * other.d), other._receive(g * self.d))
        )

    def __truediv__(self, other):
        other = other if isinstance(other, T) else T(other)
        return self._make(
            self.d / other.d,
            (self, other),
            lambda g: (self._receive(g / other.d), other._receive(-g * self.d / other.d**2)),
        )

    def __matmul__(self, other):
        def rule(g):
            self._receive(g @ other.d.transpose(-1, -2))
            other._receive(self.d.transpose(-1, -2) @ g)

        return self._make(self.d @ other.d, (self, other), rule)

    def sum(self, dim=None):
        def rule(g):
            if dim is not None:
                g = g.unsqueeze(dim)
            self._receive(g.expand(self.d.shape))

        return self._make(self.d.sum() if dim is None else self.d.sum(dim), (self,), rule)

    def mean(self):
        return self._make(
            self.d.mean(), (self,), lambda g: self._receive(torch.full_like(self.d, g.item() / self.d.numel()))
        )

    def relu(self):
        return self._make(self.d.relu(), (self,), lambda g: self._receive(torch.where(self.d > 0, g, 0.0)))

    def t(self):
        return self._make(self.d.transpose(-1, -2), (self,), lambda g: self._receive(g.transpose(-1, -2)))

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if id(node) in seen:
                return
            seen.add(id(node))
            for parent in node._parents:
                visit(parent)
            order.append(node)

        visit(self)
        for node in order:
            if node._rule is not None:
                node.grad = None
        self._receive(torch.ones_like(self.d))
        for node in reversed(order):
            if node._rule is not None and node.grad is not None:
                node._rule(node.grad)
