"""Zeros are written into a copy, element by index."""

import torch


def dropout(x, p, training):
    out = x.clone()
    if not training:
        return out
    out[torch.rand(x.shape, device=x.device) < p] = 0
    if p < 1:
        out /= 1 - p
    return out
