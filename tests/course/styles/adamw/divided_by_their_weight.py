"""Weighted sums and the sum of their weights: the quotient is the corrected mean, and nobody counts steps."""

import torch


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.book = {param: [(0.0, 0.0), (0.0, 0.0)] for param in params}

    def zero_grad(self):
        for param in self.book:
            if param.grad is not None:
                param.grad = torch.zeros_like(param.grad)

    def step(self):
        for param, page in self.book.items():
            if param.grad is None:
                continue
            for place, beta in enumerate(self.betas):
                total, weight = page[place]
                power = param.grad.detach() ** (place + 1)
                page[place] = beta * total + (1 - beta) * power, beta * weight + (1 - beta)
            mean, square = (total / weight for total, weight in page)
            direction = mean / (square**0.5 + self.eps)
            param.data = param.data - self.lr * (self.weight_decay * param.data + direction)
