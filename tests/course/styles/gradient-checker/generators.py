"""Functional: generators of elements, a basis of unit nudges by one_hot."""

import math
from itertools import count

import torch
from torch.nn.functional import one_hot


def units(x):
    eye = one_hot(torch.arange(x.numel()), x.numel() or 1).to(x.dtype)
    return (row.reshape(x.shape) for row in eye)


def numeric_grad(f, xs, eps=1e-6):
    def slope(k, unit):
        shifted = ([x.detach() + (s * eps * unit if j == k else 0) for j, x in enumerate(xs)] for s in (1, -1))
        return sum(s * f(*inputs) for s, inputs in zip((1, -1), shifted)) / (2 * eps)

    def grad(k):
        slopes = [slope(k, unit) for unit in units(xs[k])]
        return torch.stack(slopes).reshape(xs[k].shape) if slopes else torch.zeros(xs[k].shape, dtype=xs[k].dtype)

    return [grad(k) for k in range(len(xs))]


def elements(tensor, index=()):
    if len(index) == tensor.dim():
        yield index, tensor[index].item()
    else:
        for i in range(tensor.shape[len(index)]):
            yield from elements(tensor, (*index, i))


def check(f, xs, grads, rtol=1e-5, atol=1e-7):
    def faults():
        for k, g, n in zip(count(), grads, numeric_grad(f, xs)):
            for (index, got), (_, expected) in zip(elements(g), elements(n)):
                if not abs(got - expected) <= atol + rtol * abs(expected):
                    yield abs(got - expected) / (atol + rtol * abs(expected)), k, index, got, expected

    def badness(fault):
        return math.inf if math.isnan(fault[0]) else fault[0]

    worst = max(faults(), key=badness, default=None)
    if worst is not None:
        _, k, index, got, expected = worst
        return f"input {k}, index {index}: got {got!r}, expected {expected!r}"
