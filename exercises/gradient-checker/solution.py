"""Derivatives by nudging, one element at a time: slow, and right without any calculus."""

import math
from itertools import product

import torch


@torch.no_grad()
def numeric_grad(f, xs, eps=1e-6):
    """The slopes of the number `f(*xs)` for every element of every tensor in `xs`, by central differences."""
    grads = [torch.empty_like(x) for x in xs]
    for place, x in enumerate(xs):
        for index in product(*map(range, x.shape)):
            nudge = torch.zeros_like(x)
            nudge[index] = eps
            above = f(*xs[:place], x + nudge, *xs[place + 1 :])
            below = f(*xs[:place], x - nudge, *xs[place + 1 :])
            grads[place][index] = (above - below) / (2 * eps)
    return grads


def check(f, xs, grads, rtol=1e-5, atol=1e-7):
    """None if `grads` are the slopes of `f(*xs)`, otherwise the element that exceeds its tolerance most, in words."""
    worst, report = 1.0, None
    for place, slopes in enumerate(numeric_grad(f, xs)):
        for index in product(*map(range, slopes.shape)):
            got, expected = grads[place][index], slopes[index]
            excess = abs(got - expected) / (atol + rtol * abs(expected))
            if math.isnan(excess):
                excess = math.inf  # NaN is wrong, and larger than nothing
            if excess > worst:
                worst = excess
                report = f"input {place}, index {index}: got {got:.6g}, expected {expected:.6g}"
    return report
