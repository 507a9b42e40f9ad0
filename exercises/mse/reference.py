"""torch's own, behind the contract that torch only warns of."""

from torch import nn


def mse_loss(pred, target, reduction="mean"):
    if pred.shape != target.shape:
        raise ValueError(f"shapes differ: {tuple(pred.shape)} against {tuple(target.shape)}")
    return nn.functional.mse_loss(pred, target, reduction=reduction)
