"""NumPy arrays that share the parameters' memory."""

import numpy as np


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.params = tuple(params)
        self.arrays = [p.detach().numpy() for p in self.params]
        self.m = [np.zeros_like(a) for a in self.arrays]
        self.v = [np.zeros_like(a) for a in self.arrays]
        self.t = np.zeros(len(self.arrays), dtype=int)
        self.lr, self.betas, self.eps, self.decay = lr, np.array(betas), eps, weight_decay

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        b1, b2 = self.betas
        for i, (p, w) in enumerate(zip(self.params, self.arrays)):
            if p.grad is None:
                continue
            g = p.grad.numpy()
            w *= 1 - self.lr * self.decay
            self.t[i] += 1
            self.m[i] += (1 - b1) * (g - self.m[i])
            self.v[i] += (1 - b2) * (g * g - self.v[i])
            m, v = self.m[i] / (1 - b1 ** self.t[i]), self.v[i] / (1 - b2 ** self.t[i])
            w -= self.lr * m / (np.sqrt(v) + self.eps)
