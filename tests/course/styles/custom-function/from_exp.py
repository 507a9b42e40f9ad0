"""The sigmoid from exp alone, which a negative exponent keeps from overflowing; the rule with addcmul."""

import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x, beta)
        ctx.stretched = beta.shape != x.shape
        share = 1 / (1 + torch.exp(-(beta * x).abs()))
        return x * torch.where(beta * x >= 0, share, 1 - share)

    @staticmethod
    def backward(ctx, grad):
        (x, beta) = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-beta * x))
        bend = torch.mul(x, s - s * s)
        gradx = grad * torch.addcmul(s, beta, bend)
        gradb = grad * x * bend
        if ctx.stretched:
            lead = gradb.ndim - beta.ndim
            keep = [i for i in range(beta.ndim) if beta.shape[i] == 1]
            gradb = gradb.sum(dim=list(range(lead)) + [lead + i for i in keep]).reshape(beta.shape)
        return gradx, gradb
