"""What torch's own optimizer does: the history is cut off in place, then the same object is filled."""


def zero_grads(params, set_to_none=True):
    for p in params:
        if p.grad is not None:
            if set_to_none:
                p.grad = None
            else:
                if p.grad.grad_fn is not None:
                    p.grad.detach_()
                else:
                    p.grad.requires_grad_(False)
                p.grad.zero_()
