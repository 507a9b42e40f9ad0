"""Plain gradient descent: each weight moves against its gradient."""

import torch


class SGD:
    """Moves every parameter by lr times its gradient, and a share lr * weight_decay of itself towards zero."""

    def __init__(self, params, lr=1e-3, weight_decay=0.0):
        self.params = list(params)
        self.lr = lr
        self.weight_decay = weight_decay

    def zero_grad(self):
        for param in self.params:
            param.grad = None

    @torch.no_grad()
    def step(self):
        for param in self.params:
            if param.grad is None:
                continue
            # A new tensor: .grad itself may be read again.
            grad = param.grad + self.weight_decay * param
            param -= self.lr * grad
