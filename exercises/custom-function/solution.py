"""Swish with a trainable beta, as one operation that brings its own rule."""

import torch


class Swish(torch.autograd.Function):
    """x * sigmoid(beta * x), elementwise; beta is stretched to the shape of x."""

    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x, beta)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, upstream):
        x, beta = ctx.saved_tensors
        s = torch.sigmoid(beta * x)  # computed again: a saved s would be a constant for second derivatives
        bend = x * s * (1 - s)
        return upstream * (s + beta * bend), upstream * x * bend  # torch sums the second to the shape of beta
