"""One tape for everything: operations are written down as they happen and walked back, those of others included."""

import torch

TAPE = []


def unbroadcast(grad, shape):
    ones = [i for i, n in enumerate(shape) if n == 1]
    grad = grad.sum(list(range(grad.ndim - len(shape)))) if grad.ndim > len(shape) else grad
    return grad.sum(ones, keepdim=True) if ones else grad


class T:
    def __init__(self, d, requires_grad=False):
        self.d = torch.as_tensor(d, dtype=torch.float64)
        self.requires_grad = requires_grad
        self.is_leaf = True
        self.grad = None

    def _note(self, d, *towards):
        out = T(d, any(operand.requires_grad for operand, _ in towards))
        out.is_leaf = False
        TAPE.append((out, towards))
        return out

    def __add__(self, other):
        other = other if isinstance(other, T) else T(other)
        return self._note(self.d + other.d, (self, lambda g: g), (other, lambda g: g))

    def __mul__(self, other):
        other = other if isinstance(other, T) else T(other)
        return self._note(self.d * other.d, (self, lambda g: g * other.d), (other, lambda g: g * self.d))

    def __truediv__(self, other):
        other = other if isinstance(other, T) else T(other)
        return self._note(
            self.d / other.d, (self, lambda g: g / other.d), (other, lambda g: -(g * self.d) / (other.d * other.d))
        )

    def __matmul__(self, other):
        return self._note(self.d @ other.d, (self, lambda g: g @ other.d.mT), (other, lambda g: (g.mT @ self.d).mT))

    def sum(self, dim=None):
        if dim is None:
            return self._note(self.d.sum(), (self, lambda g: g.expand_as(self.d)))
        return self._note(self.d.sum(dim), (self, lambda g: torch.stack([g] * self.d.shape[dim], dim)))

    def mean(self):
        return self._note(self.d.mean(), (self, lambda g: (g / self.d.numel()).expand_as(self.d)))

    def relu(self):
        return self._note(self.d.clamp_min(0), (self, lambda g: g * self.d.sign().clamp_min(0)))

    def t(self):
        return self._note(self.d.mT, (self, lambda g: g.mT))

    def backward(self):
        found = {self: torch.ones_like(self.d)}
        for out, towards in reversed(TAPE):
            g = found.get(out)
            if g is None:
                continue
            for operand, rule in towards:
                if operand.requires_grad:
                    share = unbroadcast(rule(g), operand.d.shape)
                    found[operand] = share if operand not in found else found[operand] + share
        for operand, g in found.items():
            if operand.is_leaf and operand.requires_grad:
                operand.grad = g if operand.grad is None else operand.grad + g
