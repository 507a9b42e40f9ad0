"""Python numbers only; tensors are read and written at the edges."""

import math

import torch


class Weight:
    def __init__(self):
        self.m = self.v = 0.0

    def move(self, w, g, t, lr, b1, b2, eps, decay):
        g += decay * w
        self.m = b1 * self.m + (1 - b1) * g
        self.v = b2 * self.v + (1 - b2) * g * g
        return w - lr * (self.m / (1 - b1**t)) / (math.sqrt(self.v / (1 - b2**t)) + eps)


class Adam:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        self.settings = lr, *betas, eps, weight_decay
        self.params = [(p, [Weight() for _ in range(p.numel())], [0]) for p in params]

    def zero_grad(self):
        for p, _, _ in self.params:
            p.grad = None

    def step(self):
        for p, weights, t in self.params:
            if p.grad is not None:
                t[0] += 1
                numbers = zip(weights, p.detach().flatten().tolist(), p.grad.flatten().tolist())
                moved = [weight.move(w, g, t[0], *self.settings) for weight, w, g in numbers]
                with torch.no_grad():
                    p.copy_(torch.tensor(moved, dtype=p.dtype).view_as(p))
