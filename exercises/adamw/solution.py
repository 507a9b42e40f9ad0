"""AdamW: Adam's step, and beside it a pull towards zero that Adam's averages never see."""

import torch


class AdamW:
    """Keeps, for each parameter, decaying means of the gradient and of its square, and the number of its steps."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.params = list(params)
        self.lr = lr
        self.betas = betas
        self.eps = eps
        self.weight_decay = weight_decay
        self.steps = [0 for _ in self.params]
        self.means = [torch.zeros_like(param) for param in self.params]
        self.squares = [torch.zeros_like(param) for param in self.params]

    def zero_grad(self):
        for param in self.params:
            param.grad = None

    @torch.no_grad()
    def step(self):
        beta1, beta2 = self.betas
        for index, param in enumerate(self.params):
            if param.grad is None:
                continue
            grad = param.grad
            # Before the step, which comes from the gradient alone and is not decayed.
            param *= 1 - self.lr * self.weight_decay
            self.steps[index] += 1
            step = self.steps[index]
            mean = self.means[index].mul_(beta1).add_(grad, alpha=1 - beta1)
            square = self.squares[index].mul_(beta2).add_(grad.square(), alpha=1 - beta2)
            mean = mean / (1 - beta1**step)
            square = square / (1 - beta2**step)
            param -= self.lr * mean / (square.sqrt() + self.eps)
