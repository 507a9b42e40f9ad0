"""Tensor autograd: arrays that remember how they were made.

Read the brief, then replace each `raise` by your own code. Start with unbroadcast, which stands alone; then +, *, sum
and backward, with which most experiments can run.
"""

import torch


def unbroadcast(grad, shape):
    """`grad` summed over the axes that broadcasting added to `shape` or stretched in it."""
    raise NotImplementedError("unbroadcast")


class T:
    def __init__(self, d, requires_grad=False):
        self.d = torch.as_tensor(d, dtype=torch.float64)
        self.requires_grad = requires_grad
        self.grad = None

    def __add__(self, other):
        raise NotImplementedError("T + something")

    def __mul__(self, other):
        raise NotImplementedError("T * something")

    def __truediv__(self, other):
        raise NotImplementedError("T / something")

    def __matmul__(self, other):
        raise NotImplementedError("T @ T")

    def sum(self, dim=None):
        raise NotImplementedError("T.sum")

    def mean(self):
        raise NotImplementedError("T.mean")

    def relu(self):
        raise NotImplementedError("T.relu")

    def t(self):
        raise NotImplementedError("T.t")

    def backward(self):
        raise NotImplementedError("T.backward")
