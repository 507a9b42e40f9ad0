"""Every number on its own, put together at the end."""

import torch


def mse_loss(pred, target, reduction="mean"):
    if pred.shape != target.shape:
        raise ValueError("not the same shape")
    squares = [(p - t) * (p - t) for p, t in zip(pred.flatten(), target.flatten(), strict=True)]
    if reduction == "none":
        return torch.stack(squares).view(pred.shape) if squares else pred - target
    total = sum(squares, pred.new_zeros(()))
    return total if reduction == "sum" else total / len(squares)
