"""Clearing gradients, both ways, as an optimizer's zero_grad does it."""


def zero_grads(params, set_to_none=True):
    """Clear the gradients of `params`: let go of them, or, with set_to_none=False, fill them with zeros in place."""
    for param in params:
        gradient = param.grad
        if gradient is None:
            continue
        if set_to_none:
            param.grad = None
        else:
            zeros = gradient.detach()  # the same memory, without a history
            zeros.zero_()
            param.grad = zeros
