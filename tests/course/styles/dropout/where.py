"""Chosen element by element; zeros without a graph where all are dropped."""

import torch


def dropout(x, p, training):
    if not training or p == 0:
        return x
    if p >= 1:
        return torch.zeros_like(x)
    dropped = torch.rand_like(x, dtype=torch.float32) < p
    return torch.where(dropped, 0.0, x / (1 - p))
