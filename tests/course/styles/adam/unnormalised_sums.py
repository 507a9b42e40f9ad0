"""Sums of decayed gradients and of decayed weights: their ratio is the corrected mean, without any 1 - beta**t."""

import torch


class Adam:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        self.slots = [
            {"param": p, "sum1": torch.zeros_like(p), "sum2": torch.zeros_like(p), "weight1": 0.0, "weight2": 0.0}
            for p in params
        ]
        self.lr, self.betas, self.eps, self.decay = lr, betas, eps, weight_decay

    def zero_grad(self):
        for slot in self.slots:
            slot["param"].grad = None

    def step(self):
        for slot in self.slots:
            p = slot["param"]
            if p.grad is None:
                continue
            g = (p.grad + self.decay * p).detach()
            for n, beta, value in ((1, self.betas[0], g), (2, self.betas[1], g.pow(2))):
                slot[f"sum{n}"] = beta * slot[f"sum{n}"] + value
                slot[f"weight{n}"] = beta * slot[f"weight{n}"] + 1.0
            with torch.no_grad():
                size = (slot["sum2"] / slot["weight2"]).sqrt()
                p -= self.lr * (slot["sum1"] / slot["weight1"]) / (size + self.eps)
