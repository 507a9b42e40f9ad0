"""All gradients are kept, and the means computed afresh as sums over the whole history: slow, and right."""

import torch


class Adam:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        self.history = [(p, []) for p in params]
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay

    def zero_grad(self):
        for p, _ in self.history:
            p.grad = None

    def mean(self, gradients, beta, power):
        ages = torch.arange(len(gradients) - 1, -1, -1, dtype=gradients[0].dtype)
        weights = beta**ages
        stacked = torch.stack(gradients) ** power
        return torch.tensordot(weights / weights.sum(), stacked, dims=1)

    @torch.no_grad()
    def step(self):
        for p, gradients in self.history:
            if p.grad is None:
                continue
            gradients.append(p.grad + self.weight_decay * p)
            m, v = (self.mean(gradients, beta, power) for power, beta in enumerate(self.betas, start=1))
            p.copy_(p - self.lr * m / (v.sqrt() + self.eps))
