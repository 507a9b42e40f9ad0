"""No order at all: a gradient runs along every route from the result to the leaves by itself. Slow on large graphs."""

import torch


def unbroadcast(grad, shape):
    if tuple(grad.shape) == tuple(shape):
        return grad
    if grad.ndim > len(shape):
        return unbroadcast(grad.sum(dim=0), shape)
    axis = next(i for i in range(grad.ndim) if grad.shape[i] != shape[i])
    return unbroadcast(grad.sum(dim=axis, keepdim=True), shape)


class T:
    def __init__(self, d, requires_grad=False, send=None):
        self.d = torch.tensor(d, dtype=torch.float64) if not isinstance(d, torch.Tensor) else d.to(torch.float64)
        self.requires_grad, self.grad, self.send = requires_grad, None, send

    def _get(self, g):
        if not self.requires_grad:
            return
        g = unbroadcast(g, self.d.shape)
        if self.send:
            self.send(g)
        elif self.grad is None:
            self.grad = g.clone()
        else:
            self.grad += g

    def __add__(a, b):
        b = lift(b)
        return T(a.d + b.d, a.requires_grad or b.requires_grad, lambda g: (a._get(g), b._get(g)))

    def __mul__(a, b):
        b = lift(b)
        return T(a.d * b.d, a.requires_grad or b.requires_grad, lambda g: (a._get(g * b.d), b._get(g * a.d)))

    def __truediv__(a, b):
        return a * lift(b).reciprocal()

    def reciprocal(a):
        r = a.d.reciprocal()
        return T(r, a.requires_grad, lambda g: a._get(-g * r * r))

    def __matmul__(a, b):
        return T(a.d @ b.d, a.requires_grad or b.requires_grad, lambda g: (a._get(g @ b.d.mT), b._get(a.d.mT @ g)))

    def sum(a, dim=None):
        if dim is None:
            return T(a.d.sum(), a.requires_grad, lambda g: a._get(g * torch.ones_like(a.d)))
        n = a.d.shape[dim]
        return T(a.d.sum(dim), a.requires_grad, lambda g: a._get(g.unsqueeze(dim).repeat_interleave(n, dim)))

    def mean(a):
        return a.sum() / a.d.numel()

    def relu(a):
        return a * (a.d > 0).double()

    def t(a):
        return T(a.d.movedim(-1, -2), a.requires_grad, lambda g: a._get(g.movedim(-1, -2)))

    def backward(self):
        self._get(torch.ones_like(self.d))


def lift(x):
    return x if isinstance(x, T) else T(x)
