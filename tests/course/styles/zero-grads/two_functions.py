"""A function for each way, mapped over the parameters; torch's list operation fills all at once."""

import torch


def release(param):
    param.grad = None


@torch.no_grad()
def fill(params):
    gradients = [p.grad.detach() for p in params]
    if gradients:
        torch._foreach_zero_(gradients)
    for p, gradient in zip(params, gradients):
        p.grad = gradient


def zero_grads(params, set_to_none=True):
    if set_to_none:
        list(map(release, params))
    else:
        fill([p for p in params if p.grad is not None])
