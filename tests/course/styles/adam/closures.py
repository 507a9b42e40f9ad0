"""Functions that remember, in place of objects that do."""

import torch


def decaying_mean(beta):
    total, t = 0.0, 0

    def update(value):
        nonlocal total, t
        total, t = beta * total + (1 - beta) * value, t + 1
        return total / (1 - beta**t)

    return update


def Adam(params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
    params = list(params)
    means = [tuple(map(decaying_mean, betas)) for _ in params]

    class Handle:
        @staticmethod
        def zero_grad():
            for p in params:
                p.grad = None

        @staticmethod
        @torch.no_grad()
        def step():
            for p, (mean, square) in zip(params, means):
                if p.grad is not None:
                    g = torch.add(p.grad, p, alpha=weight_decay)
                    p.sub_(lr * mean(g).div(square(g * g).sqrt().add(eps)))

    return Handle()
