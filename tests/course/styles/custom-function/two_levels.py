"""The rule is a Function too, with its own rule, so that nothing is left to autograd."""

import torch


def parts(x, beta):
    s = torch.sigmoid(beta * x)
    d1 = s * (1 - s)
    d2 = d1 * (1 - 2 * s)
    return s, d1, d2


class SwishRule(torch.autograd.Function):
    @staticmethod
    def forward(ctx, g, x, beta):
        ctx.save_for_backward(g, x, beta)
        s, d1, _ = parts(x, beta)
        return g * (s + beta * x * d1), g * x * x * d1

    @staticmethod
    def backward(ctx, u, v):
        g, x, beta = ctx.saved_tensors
        s, d1, d2 = parts(x, beta)
        xx = 2 * beta * d1 + beta * beta * x * d2
        xb = 2 * x * d1 + beta * x * x * d2
        bb = x * x * x * d2
        to_g = u * (s + beta * x * d1) + v * x * x * d1
        return to_g, g * (u * xx + v * xb), (g * (u * xb + v * bb)).sum_to_size(beta.shape)


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x, beta)
        return x / (1 + torch.exp(-beta * x))

    @staticmethod
    def backward(ctx, g):
        x, beta = ctx.saved_tensors
        to_x, to_beta = SwishRule.apply(g, x, beta)
        return to_x, to_beta.sum_to_size(beta.shape)
