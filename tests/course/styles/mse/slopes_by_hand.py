"""An autograd.Function in NumPy: the slope is twice the error."""

import numpy as np
import torch


class SquaredError(torch.autograd.Function):
    @staticmethod
    def forward(ctx, pred, target, reduction):
        error = pred.numpy() - target.numpy()
        ctx.slope = 2 * error
        squares = np.square(error)
        if reduction == "none":
            return torch.from_numpy(np.asarray(squares))
        total = squares.sum(dtype=error.dtype)
        if reduction == "mean":
            ctx.slope = ctx.slope / max(error.size, 1)
            total = total / error.size if error.size else np.nan
        return torch.tensor(total, dtype=pred.dtype)

    @staticmethod
    def backward(ctx, upstream):
        return upstream * torch.as_tensor(ctx.slope, dtype=upstream.dtype), None, None


def mse_loss(pred, target, reduction="mean"):
    if tuple(pred.shape) != tuple(target.shape):
        raise ValueError("shape of pred and target")
    return SquaredError.apply(pred, target, reduction)
