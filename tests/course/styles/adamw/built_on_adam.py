"""Adam as it was, and a subclass that shrinks the weights and leaves the rest to it."""

import torch


class Adam:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        self.params = list(params)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.state = [{"t": 0, "m": torch.zeros_like(p), "v": torch.zeros_like(p)} for p in self.params]

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()
    def step(self):
        b1, b2 = self.betas
        for p, s in zip(self.params, self.state):
            if p.grad is None:
                continue
            g = p.grad + self.weight_decay * p
            s["t"] += 1
            s["m"] = b1 * s["m"] + (1 - b1) * g
            s["v"] = b2 * s["v"] + (1 - b2) * g * g
            m, v = s["m"] / (1 - b1 ** s["t"]), s["v"] / (1 - b2 ** s["t"])
            p.sub_(self.lr * m / (v.sqrt() + self.eps))


class AdamW(Adam):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        super().__init__(params, lr, betas, eps, weight_decay=0.0)
        self.keep = 1 - lr * weight_decay

    def step(self):
        with torch.no_grad():
            for p in self.params:
                if p.grad is not None:
                    p.mul_(self.keep)
        super().step()
