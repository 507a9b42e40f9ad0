"""Operations are classes with a forward and a backward, as torch.autograd.Function is; a heap keeps the order."""

import heapq
import itertools

import torch

_made = itertools.count()


def unbroadcast(grad, shape):
    added = grad.ndim - len(shape)
    axes = tuple(range(added)) + tuple(added + i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axes).reshape(shape) if axes else grad


class Add:
    def forward(self, a, b):
        return a + b

    def backward(self, g):
        return g, g


class Mul:
    def forward(self, a, b):
        self.a, self.b = a, b
        return torch.mul(a, b)

    def backward(self, g):
        return g * self.b, g * self.a


class Div:
    def forward(self, a, b):
        self.b, self.quotient = b, a / b
        return self.quotient

    def backward(self, g):
        towards_a = g / self.b
        return towards_a, -towards_a * self.quotient


class MatMul:
    def forward(self, a, b):
        self.a, self.b = a, b
        return torch.matmul(a, b)

    def backward(self, g):
        return torch.einsum("...ij,...kj->...ik", g, self.b), torch.einsum("...ki,...kj->...ij", self.a, g)


class Sum:
    def __init__(self, dim):
        self.dim = dim

    def forward(self, a):
        self.like = a
        return a.sum() if self.dim is None else a.sum(dim=self.dim)

    def backward(self, g):
        if self.dim is not None:
            g = g.unsqueeze(self.dim)
        return (torch.ones_like(self.like) * g,)


class Mean:
    def forward(self, a):
        self.like = a
        return a.sum() / a.numel()

    def backward(self, g):
        return (torch.ones_like(self.like) / self.like.numel() * g,)


class ReLU:
    def forward(self, a):
        self.on = (a > 0).double()
        return a * self.on

    def backward(self, g):
        return (g * self.on,)


class Swap:
    def forward(self, a):
        return a.swapaxes(-2, -1)

    def backward(self, g):
        return (g.swapaxes(-2, -1),)


class T:
    def __init__(self, d, requires_grad=False):
        self.d = torch.as_tensor(d).double()
        self.requires_grad = requires_grad
        self.grad = None
        self.operation, self.inputs = None, ()
        self.number = next(_made)

    @staticmethod
    def apply(operation, *inputs):
        inputs = [i if isinstance(i, T) else T(i) for i in inputs]
        out = T(operation.forward(*(i.d for i in inputs)), any(i.requires_grad for i in inputs))
        out.operation, out.inputs = operation, inputs
        return out

    def __add__(self, other):
        return T.apply(Add(), self, other)

    def __mul__(self, other):
        return T.apply(Mul(), self, other)

    def __truediv__(self, other):
        return T.apply(Div(), self, other)

    def __matmul__(self, other):
        return T.apply(MatMul(), self, other)

    def sum(self, dim=None):
        return T.apply(Sum(dim), self)

    def mean(self):
        return T.apply(Mean(), self)

    def relu(self):
        return T.apply(ReLU(), self)

    def t(self):
        return T.apply(Swap(), self)

    def backward(self):
        """A result is always made after its inputs, so the youngest that is left may go first."""
        gradients = {self.number: torch.ones(())}
        waiting = [(-self.number, self)]
        while waiting:
            _, node = heapq.heappop(waiting)
            gradient = gradients.pop(node.number)
            if node.operation is None:
                node.grad = gradient + (0 if node.grad is None else node.grad)
                continue
            for source, share in zip(node.inputs, node.operation.backward(gradient), strict=True):
                if source.requires_grad:
                    share = unbroadcast(share, source.d.shape)
                    if source.number not in gradients:
                        gradients[source.number] = share
                        heapq.heappush(waiting, (-source.number, source))
                    else:
                        gradients[source.number] = gradients[source.number] + share
