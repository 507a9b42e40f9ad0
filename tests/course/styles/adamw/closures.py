"""Functions that remember: one for each mean of each parameter."""

import torch


def corrected_mean(beta):
    total, weight = 0.0, 0.0

    def update(value):
        nonlocal total, weight
        total, weight = beta * total + value, beta * weight + 1.0
        return total / weight

    return update


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.params = {param: tuple(map(corrected_mean, betas)) for param in params}
        self.lr, self.eps, self.shrink = lr, eps, 1 - lr * weight_decay

    def zero_grad(self):
        for param in self.params:
            param.grad = None

    def step(self):
        with torch.no_grad():
            for param, (mean, square) in self.params.items():
                if param.grad is not None:
                    direction = mean(param.grad) / (square(param.grad.square()).sqrt() + self.eps)
                    param.copy_(self.shrink * param - self.lr * direction)
