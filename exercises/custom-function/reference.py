"""The same name on real PyTorch: one operation whose rule is what autograd makes of the formula."""

import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x, beta)
        return _swish(x, beta)

    @staticmethod
    def backward(ctx, upstream):
        differentiable = torch.is_grad_enabled()
        with torch.enable_grad():
            x, beta = map(_recorded, ctx.saved_tensors)
            return torch.autograd.grad(_swish(x, beta), (x, beta), upstream, create_graph=differentiable)


def _swish(x, beta):
    return x * torch.sigmoid(beta * x)


def _recorded(saved):
    """The tensor as a node of a new piece of graph, which hangs on the old one if there was one."""
    return saved.view_as(saved) if saved.requires_grad else saved.detach().requires_grad_()
