"""The old way: `.data`, which has no history, and a copy of zeros into it."""

import torch


def zero_grads(params, set_to_none=True):
    for param in iter(params):
        match param.grad, set_to_none:
            case None, _:
                pass
            case _, True:
                param.grad = None
            case gradient, False:
                gradient.data.copy_(torch.zeros_like(gradient.data))
                param.grad = gradient.data
