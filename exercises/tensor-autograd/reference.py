"""The same names on real PyTorch: autograd records and sweeps, and `sum_to_size` undoes broadcasting."""

import torch


def unbroadcast(grad, shape):
    return grad.sum_to_size(shape)


class T:
    def __init__(self, d, requires_grad=False):
        self._tensor = torch.as_tensor(d, dtype=torch.float64).detach().clone().requires_grad_(requires_grad)

    @classmethod
    def _of(cls, tensor):
        wrapped = cls.__new__(cls)
        wrapped._tensor = tensor
        return wrapped

    @property
    def d(self):
        return self._tensor.detach()

    @property
    def grad(self):
        return self._tensor.grad

    def __add__(self, other):
        return T._of(self._tensor + _tensor(other))

    def __mul__(self, other):
        return T._of(self._tensor * _tensor(other))

    def __truediv__(self, other):
        return T._of(self._tensor / _tensor(other))

    def __matmul__(self, other):
        return T._of(self._tensor @ other._tensor)

    def sum(self, dim=None):
        return T._of(self._tensor.sum() if dim is None else self._tensor.sum(dim))

    def mean(self):
        return T._of(self._tensor.mean())

    def relu(self):
        return T._of(self._tensor.relu())

    def t(self):
        return T._of(self._tensor.mT)

    def backward(self):
        self._tensor.backward()


def _tensor(operand):
    return operand._tensor if isinstance(operand, T) else operand
