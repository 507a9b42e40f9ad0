"""Centring is a matrix product, the variance an inner product."""

import torch


def layer_norm(x, shape, weight, bias, eps=1e-5):
    n = weight.numel()
    rows = x.flatten(start_dim=x.dim() - len(shape))
    centring = torch.eye(n, dtype=x.dtype) - torch.full((n, n), 1 / n, dtype=x.dtype)
    centred = rows @ centring
    spread = torch.linalg.vector_norm(centred, dim=-1, keepdim=True) ** 2 / n + eps
    return torch.addcmul(bias, (centred * spread.pow(-0.5)).unflatten(-1, shape), weight)
