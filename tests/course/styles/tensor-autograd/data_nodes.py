"""Nodes are plain data with the name of an operation; one function knows all rules. The graph is sorted by graphlib."""

import graphlib
from dataclasses import dataclass, field
from typing import Any

import torch


def unbroadcast(grad, shape):
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = [i for i, n in enumerate(padded) if n == 1 and grad.shape[i] != 1]
    return (grad.sum(axes, keepdim=True) if axes else grad).reshape(shape)


def rule(node, g):
    match node.op, [operand.d for operand in node.operands]:
        case "add", _:
            return [g, g]
        case "mul", [a, b]:
            return [g * b, g * a]
        case "div", [a, b]:
            return [g / b, -g * a * b**-2]
        case "matmul", [a, b]:
            return [torch.matmul(g, torch.transpose(b, -2, -1)), torch.matmul(torch.transpose(a, -2, -1), g)]
        case "sum", [a]:
            return [(g if node.extra is None else g.unsqueeze(node.extra)).broadcast_to(a.shape)]
        case "mean", [a]:
            return [g.broadcast_to(a.shape) / a.numel()]
        case "relu", _:
            return [g.masked_fill(node.d <= 0, 0.0)]
        case "t", _:
            return [g.transpose(-2, -1)]
        case _:
            raise ValueError(node.op)


@dataclass(eq=False)
class T:
    d: Any
    requires_grad: bool = False
    op: str = ""
    operands: tuple = ()
    extra: Any = None
    grad: Any = field(default=None)

    def __post_init__(self):
        self.d = torch.as_tensor(self.d).to(torch.float64)
        self.requires_grad = self.requires_grad or any(operand.requires_grad for operand in self.operands)

    def _with(self, op, other, d):
        return T(d(self.d, other.d), op=op, operands=(self, other))

    def __add__(self, other):
        return self._with("add", as_t(other), torch.add)

    def __mul__(self, other):
        return self._with("mul", as_t(other), torch.mul)

    def __truediv__(self, other):
        return self._with("div", as_t(other), torch.div)

    def __matmul__(self, other):
        return self._with("matmul", other, torch.matmul)

    def sum(self, dim=None):
        return T(self.d.sum() if dim is None else self.d.sum(dim), op="sum", operands=(self,), extra=dim)

    def mean(self):
        return T(self.d.mean(), op="mean", operands=(self,))

    def relu(self):
        return T(torch.nn.functional.relu(self.d), op="relu", operands=(self,))

    def t(self):
        return T(self.d.transpose(-2, -1), op="t", operands=(self,))

    def backward(self):
        graph, todo = {}, [self]
        while todo:
            node = todo.pop()
            if node not in graph:
                graph[node] = node.operands
                todo += node.operands
        shares = {node: [] for node in graph}
        shares[self].append(torch.ones(self.d.shape, dtype=torch.float64))
        for node in reversed(list(graphlib.TopologicalSorter(graph).static_order())):
            if not node.requires_grad:
                continue
            total = torch.stack(shares[node]).sum(0)
            if node.operands:
                for operand, share in zip(node.operands, rule(node, total), strict=True):
                    shares[operand].append(unbroadcast(share, operand.d.shape))
            else:
                node.grad = total if node.grad is None else node.grad + total


def as_t(value):
    return value if isinstance(value, T) else T(value)
