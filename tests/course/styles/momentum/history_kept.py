"""All gradients are kept, and the buffer computed afresh as a weighted sum of them: slow, and right."""

import torch


class SGD:
    def __init__(self, params, lr=1e-3, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        self.history = [(p, []) for p in params]
        self.lr, self.mu, self.dampening, self.decay, self.nesterov = lr, momentum, dampening, weight_decay, nesterov

    def zero_grad(self):
        for p, _ in self.history:
            p.grad = None

    def buffer(self, gradients):
        last = len(gradients) - 1
        return sum(
            (1 - self.dampening if age < last else 1) * self.mu**age * g for age, g in enumerate(reversed(gradients))
        )

    @torch.no_grad()
    def step(self):
        for p, gradients in self.history:
            if p.grad is None:
                continue
            gradients.append(p.grad + self.decay * p)
            if self.mu == 0:
                direction = gradients[-1]
            elif self.nesterov:
                direction = gradients[-1] + self.mu * self.buffer(gradients)
            else:
                direction = self.buffer(gradients)
            p.copy_(p - self.lr * direction)
