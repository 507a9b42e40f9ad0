"""The sum of squares as a dot product; the mean is a quotient."""

import torch


def mse_loss(pred, target, reduction="mean"):
    if list(pred.size()) != list(target.size()):
        raise ValueError(f"pred and target must have the same shape, not {pred.size()} and {target.size()}")
    error = torch.sub(target, pred)
    if reduction == "none":
        return error * error
    flat = error.reshape(-1)
    total = flat @ flat
    return total if reduction == "sum" else total / flat.numel()
