"""NumPy computes values and slopes; torch only hears of them."""

import numpy as np
import torch


class ByNumpy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, rule, *arguments):
        values, ctx.pull = rule(x.detach().numpy(), *arguments)
        ctx.others = len(arguments)
        return torch.from_numpy(values)

    @staticmethod
    def backward(ctx, upstream):
        return torch.from_numpy(ctx.pull(upstream.numpy())), None, *[None] * ctx.others


def relu_rule(x):
    return np.maximum(x, 0), lambda upstream: np.where(x > 0, upstream, np.zeros_like(x))


def softmax_rule(x, dim):
    e = np.exp(x - x.max(axis=dim, keepdims=True))
    p = e / e.sum(axis=dim, keepdims=True)
    return p, lambda upstream: p * (upstream - (p * upstream).sum(axis=dim, keepdims=True))


def log_softmax_rule(x, dim):
    z = x - x.max(axis=dim, keepdims=True)
    total = np.exp(z).sum(axis=dim, keepdims=True)
    return z - np.log(total), lambda upstream: upstream - np.exp(z) / total * upstream.sum(axis=dim, keepdims=True)


def relu(x):
    return ByNumpy.apply(x, relu_rule)


def softmax(x, dim):
    return ByNumpy.apply(x, softmax_rule, dim)


def log_softmax(x, dim):
    return ByNumpy.apply(x, log_softmax_rule, dim)
