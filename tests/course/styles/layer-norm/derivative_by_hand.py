"""A function of autograd, with its derivative worked out on paper."""

import torch


class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias, axes, eps):
        var, mean = torch.var_mean(x, axes, unbiased=False, keepdim=True)
        scale = (var + eps).rsqrt()
        z = (x - mean) * scale
        ctx.axes = axes
        ctx.save_for_backward(z, scale, weight)
        return z * weight + bias

    @staticmethod
    def backward(ctx, upstream):
        z, scale, weight = ctx.saved_tensors
        batch = tuple(range(z.dim() - len(ctx.axes)))
        g = upstream * weight
        dx = scale * (g - g.mean(ctx.axes, keepdim=True) - z * (g * z).mean(ctx.axes, keepdim=True))
        if not batch:
            return dx, upstream * z, upstream, None, None
        return dx, (upstream * z).sum(batch), upstream.sum(batch), None, None


def layer_norm(x, shape, weight, bias, eps=1e-5):
    return LayerNorm.apply(x, weight, bias, tuple(range(x.dim() - len(shape), x.dim())), eps)
