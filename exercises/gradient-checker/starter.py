"""A gradient checker: slopes by nudging, and a comparison of somebody's gradients with them.

Read the brief, then replace each `raise` by your own code. Start with numeric_grad.
"""

import torch


def numeric_grad(f, xs, eps=1e-6):
    """The slopes of the number `f(*xs)` for every element of every tensor in `xs`, by central differences."""
    raise NotImplementedError("numeric_grad")


def check(f, xs, grads, rtol=1e-5, atol=1e-7):
    """None if `grads` are the slopes of `f(*xs)`, otherwise the element that exceeds its tolerance most, in words."""
    raise NotImplementedError("check")
