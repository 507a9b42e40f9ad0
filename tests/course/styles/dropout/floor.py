"""A uniform number plus 1 - p is at least 1 with probability 1 - p; its floor is the mask."""

import torch


def dropout(x, p, training):
    if not training:
        return x
    keep = 1.0 - p
    if keep == 0.0:
        return x * 0.0
    noise = torch.rand(x.size(), dtype=torch.float64, device=x.device)
    mask = noise.add_(keep).floor_().to(x.dtype)
    return x.div(keep).mul(mask)
