"""The axis is moved to the end first, and a fresh copy is worked on in place."""

import torch


def relu(x: torch.Tensor) -> torch.Tensor:
    return x.masked_fill(x <= 0, 0)


def shift(rows: torch.Tensor) -> torch.Tensor:
    top, _ = rows.max(dim=-1)
    return rows - top[..., None]


def softmax(x: torch.Tensor, dim: int) -> torch.Tensor:
    rows = shift(x.movedim(dim, -1)).exp_()
    return (rows / rows.sum(-1).unsqueeze(-1)).movedim(-1, dim)


def log_softmax(x: torch.Tensor, dim: int) -> torch.Tensor:
    rows = shift(x.transpose(dim, -1))
    ones = torch.ones(rows.shape[-1], dtype=x.dtype)
    return (rows - (rows.exp() @ ones).log()[..., None]).transpose(dim, -1)
