"""NumPy does the arithmetic; tensors are made only where somebody looks. Gradients are buffers, added to in place."""

import numpy as np
import torch


def unbroadcast(grad, shape):
    return torch.from_numpy(_shrink(grad.numpy(), tuple(shape)))


def _shrink(grad, shape):
    extra = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(extra)))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1)
    return np.asarray(grad.sum(axis=stretched, keepdims=True))


class T:
    def __init__(self, d, requires_grad=False):
        self.array = np.asarray(d, dtype=np.float64)
        self.requires_grad = requires_grad
        self.buffer = None
        self.edges = []  # (operand, gradient of the result -> share of the operand)

    @property
    def d(self):
        return torch.from_numpy(np.array(self.array))

    @property
    def grad(self):
        return None if self.buffer is None else torch.from_numpy(self.buffer.copy())

    def _made(self, array, *edges):
        out = T(array)
        out.edges = [(operand, rule) for operand, rule in edges if operand.requires_grad]
        out.requires_grad = bool(out.edges)
        return out

    def __add__(self, other):
        other = _t(other)
        return self._made(self.array + other.array, (self, lambda g: g), (other, lambda g: g))

    def __mul__(self, other):
        other = _t(other)
        return self._made(
            self.array * other.array, (self, lambda g: g * other.array), (other, lambda g: g * self.array)
        )

    def __truediv__(self, other):
        other = _t(other)
        out = self.array / other.array
        return self._made(out, (self, lambda g: g / other.array), (other, lambda g: -g * out / other.array))

    def __matmul__(self, other):
        return self._made(
            self.array @ other.array,
            (self, lambda g: g @ other.array.swapaxes(-1, -2)),
            (other, lambda g: self.array.swapaxes(-1, -2) @ g),
        )

    def sum(self, dim=None):
        shape = self.array.shape
        kept = self.array.sum(axis=dim, keepdims=True).shape
        return self._made(self.array.sum(axis=dim), (self, lambda g: np.broadcast_to(g.reshape(kept), shape)))

    def mean(self):
        n = self.array.size
        return self._made(self.array.mean(), (self, lambda g: np.broadcast_to(g / n, self.array.shape)))

    def relu(self):
        return self._made(np.maximum(self.array, 0.0), (self, lambda g: g * np.heaviside(self.array, 0.0)))

    def t(self):
        return self._made(np.swapaxes(self.array, -1, -2), (self, lambda g: np.swapaxes(g, -1, -2)))

    def backward(self):
        """Kahn's way: a node goes when all its uses within this graph have reported."""
        uses, stack, seen = {}, [self], {self}
        while stack:
            for operand, _ in stack.pop().edges:
                uses[operand] = uses.get(operand, 0) + 1
                if operand not in seen:
                    seen.add(operand)
                    stack.append(operand)
        arrived = {node: np.zeros(node.array.shape) for node in seen}
        arrived[self] += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if not node.edges:
                if node.buffer is None:
                    node.buffer = np.zeros(node.array.shape)
                node.buffer += arrived[node]
            for operand, rule in node.edges:
                arrived[operand] += _shrink(np.asarray(rule(arrived[node])), operand.array.shape)
                uses[operand] -= 1
                if uses[operand] == 0:
                    ready.append(operand)


def _t(value):
    return value if isinstance(value, T) else T(value)
