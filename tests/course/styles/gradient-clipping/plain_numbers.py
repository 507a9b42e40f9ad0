"""math.hypot over all numbers; the factor is a Python float."""

import math

import torch


def clip_grad_norm(params, max_norm):
    grads = [p.grad for p in list(params) if p.grad is not None]
    length = math.hypot(*(number for g in grads for number in g.flatten().tolist()))
    factor = min(1.0, max_norm / (length + 1e-6))
    for g in grads:
        g *= factor
    return torch.tensor(length, dtype=grads[0].dtype if grads else None, device=grads[0].device if grads else None)
