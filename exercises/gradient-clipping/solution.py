"""Gradient clipping: a limit on the length of all gradients together."""

import torch
from torch.linalg import vector_norm


def clip_grad_norm(params, max_norm):
    """Scale the gradients of `params` in place so that their joint norm keeps to `max_norm`.

    Returns the norm they had before, a 0-D tensor.
    """
    grads = [param.grad for param in params if param.grad is not None]
    if not grads:
        return torch.tensor(0.0)
    # The norm of norms is the norm of everything: squares add up either way.
    norm = vector_norm(torch.stack([*map(vector_norm, grads)]))
    factor = (max_norm / (norm + 1e-6)).clamp(max=1.0)
    for grad in grads:
        grad.mul_(factor)
    return norm
