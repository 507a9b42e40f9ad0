"""Decay and step as one difference, both taken from the old weight; means by lerp, zeros in place of None."""

import torch


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.slots = [[p, 0, torch.zeros_like(p), torch.zeros_like(p)] for p in params]
        self.lr, (self.b1, self.b2), self.eps, self.decay = lr, betas, eps, weight_decay

    def zero_grad(self):
        for p, *_ in self.slots:
            p.grad = torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        for slot in self.slots:
            p, t, m, v = slot
            if p.grad is not None:
                slot[1] = t = t + 1
                m.lerp_(p.grad, 1 - self.b1)
                v.lerp_(p.grad**2, 1 - self.b2)
                unit = m.div(1 - self.b1**t).div(v.div(1 - self.b2**t).sqrt().add(self.eps))
                p.sub_(self.lr * (unit + self.decay * p))
