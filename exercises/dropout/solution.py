"""Inverted dropout: what is scaled in training needs nothing in evaluation."""

import torch


def dropout(x, p, training):
    """Zero each element of `x` with probability `p` and scale the survivors by 1 / (1 - p); in eval mode return `x`."""
    if not training:
        return x
    if p == 1:
        return x * 0  # nobody survives, and 1 / (1 - p) would be infinite
    keep = torch.rand_like(x) >= p
    return x * keep / (1 - p)
