"""A function of autograd with a backward of its own."""

import torch


class Dropout(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, p):
        factor = torch.zeros_like(x)
        if p < 1:
            factor[torch.rand(x.shape, device=x.device) >= p] = 1 / (1 - p)
        ctx.save_for_backward(factor)
        return x * factor

    @staticmethod
    def backward(ctx, upstream):
        (factor,) = ctx.saved_tensors
        return upstream * factor, None


def dropout(x, p, training):
    return Dropout.apply(x, p) if training else x
