"""A fold over the parameters, with dot products for squares."""

from functools import reduce

import torch


def clip_grad_norm(params, max_norm):
    with_grad = tuple(filter(lambda p: p.grad is not None, params))
    if not with_grad:
        return torch.tensor(0.0, dtype=torch.float64)

    def add(total, p):
        flat = p.grad.ravel()
        return total + flat @ flat

    norm = reduce(add, with_grad, torch.zeros((), dtype=with_grad[0].grad.dtype, device=with_grad[0].device)).sqrt()
    factor = torch.where(norm + 1e-6 > max_norm, max_norm / (norm + 1e-6), torch.ones_like(norm))
    for p in with_grad:
        torch.mul(p.grad, factor, out=p.grad)
    return norm
