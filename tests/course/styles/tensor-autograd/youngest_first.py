"""Arrays are numbered as they are born; the sweep takes the youngest that has a gradient, out of a heap."""

import heapq
import itertools

import torch

NUMBERS = itertools.count()


def unbroadcast(grad, shape):
    padded = (1,) * (grad.dim() - len(shape)) + tuple(shape)
    axes = [axis for axis, size in enumerate(padded) if size == 1]
    return (grad.sum(axes, keepdim=True) if axes else grad).reshape(shape)


class T:
    def __init__(self, d, requires_grad=False, pulls=()):
        self.d = torch.as_tensor(d).double()
        self.grad = None
        self.pulls = [(source, pull) for source, pull in pulls if source.requires_grad]
        self.requires_grad = requires_grad or bool(self.pulls)
        self.number = next(NUMBERS)

    def _with(self, other, operation, mine, theirs):
        other = other if isinstance(other, T) else T(other)
        d = operation(self.d, other.d)
        return T(d, pulls=[(self, lambda g: mine(g, self.d, other.d)), (other, lambda g: theirs(g, self.d, other.d))])

    def __add__(self, other):
        return self._with(other, torch.add, lambda g, a, b: g, lambda g, a, b: g)

    def __mul__(self, other):
        return self._with(other, torch.mul, lambda g, a, b: g * b, lambda g, a, b: g * a)

    def __truediv__(self, other):
        return self._with(other, torch.div, lambda g, a, b: g / b, lambda g, a, b: -g * (a / b) / b)

    def __matmul__(self, other):
        def mine(g, a, b):
            return torch.einsum("...ij,...kj->...ik", g, b)

        def theirs(g, a, b):
            return torch.einsum("...ki,...kj->...ij", a, g)

        return self._with(other, torch.matmul, mine, theirs)

    def sum(self, dim=None):
        dims = tuple(range(self.d.dim())) if dim is None else (dim,)
        kept = self.d.sum(dims, keepdim=True)
        d = kept.squeeze() if dim is None else kept.squeeze(dim)
        return T(d, pulls=[(self, lambda g: g.reshape(kept.shape) + torch.zeros_like(self.d))])

    def mean(self):
        return self.sum() / self.d.numel()

    def relu(self):
        mask = (self.d > 0).double()
        return T(self.d * mask, pulls=[(self, lambda g: g * mask)])

    def t(self):
        return T(self.d.transpose(-1, -2), pulls=[(self, lambda g: g.transpose(-1, -2))])

    def backward(self):
        arrived, heap = {self.number: torch.ones_like(self.d)}, [(-self.number, self)]
        while heap:
            _, array = heapq.heappop(heap)
            g = arrived.pop(array.number)
            if not array.pulls and array.requires_grad:
                array.grad = g.clone() if array.grad is None else array.grad + g
            for source, pull in array.pulls:
                share = unbroadcast(pull(g), source.d.shape)
                if source.number not in arrived:
                    heapq.heappush(heap, (-source.number, source))
                    arrived[source.number] = share
                else:
                    arrived[source.number] = arrived[source.number] + share
