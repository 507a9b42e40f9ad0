"""The sigmoid by way of tanh."""

import torch
from torch.autograd import Function


def half_tanh(x, beta):
    return torch.tanh(beta * x / 2)


class Swish(Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x, beta)
        return x * (1 + half_tanh(x, beta)) / 2

    @staticmethod
    def backward(ctx, grad_output):
        x, beta = ctx.saved_tensors
        t = half_tanh(x, beta)
        cosh = (1 - t**2) / 4
        return grad_output * ((1 + t) / 2 + beta * x * cosh), (grad_output * x**2 * cosh).sum_to_size(beta.shape)
