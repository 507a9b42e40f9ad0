"""NumPy writes the zeros into the gradient's memory."""


def zero_grads(params, set_to_none=True):
    for param in params:
        old, param.grad = param.grad, None
        if old is not None and not set_to_none:
            old = old.detach()
            old.numpy().fill(0.0)
            param.grad = old
