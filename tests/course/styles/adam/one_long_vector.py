"""All parameters that have a gradient, as one long vector."""

import torch


class Adam:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        self.params = list(params)
        self.ends = torch.tensor([p.numel() for p in self.params]).cumsum(0).tolist()
        size = self.ends[-1]
        dtype = self.params[0].dtype
        self.m, self.v, self.t = (torch.zeros(size, dtype=dtype) for _ in range(3))
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay

    def zero_grad(self):
        for p in self.params:
            p.grad = torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        have = torch.cat([torch.full((p.numel(),), p.grad is not None) for p in self.params])
        g = torch.cat([(torch.zeros_like(p) if p.grad is None else p.grad).flatten() for p in self.params])
        w = torch.cat([p.flatten() for p in self.params])
        g = g + self.weight_decay * w
        beta1, beta2 = self.betas
        self.t = torch.where(have, self.t + 1, self.t)
        self.m = torch.where(have, beta1 * self.m + (1 - beta1) * g, self.m)
        self.v = torch.where(have, beta2 * self.v + (1 - beta2) * g * g, self.v)
        step = self.lr * (self.m / (1 - beta1**self.t)) / ((self.v / (1 - beta2**self.t)).sqrt() + self.eps)
        w = torch.where(have, w - step, w)
        for p, end in zip(self.params, self.ends):
            p.copy_(w[end - p.numel() : end].view_as(p))
