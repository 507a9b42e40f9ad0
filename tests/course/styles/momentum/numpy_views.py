"""NumPy arrays that share the parameters' memory."""

import numpy as np


class SGD:
    def __init__(self, params, lr=1e-3, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        self.params = tuple(params)
        self.arrays = [p.detach().numpy() for p in self.params]
        self.buffers = [np.zeros_like(a) for a in self.arrays]
        self.started = [False] * len(self.arrays)
        self.lr, self.mu, self.dampening, self.decay, self.nesterov = lr, momentum, dampening, weight_decay, nesterov

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        for i, (p, w, b) in enumerate(zip(self.params, self.arrays, self.buffers)):
            if p.grad is None:
                continue
            g = p.grad.numpy() + self.decay * w
            if self.mu:
                b *= self.mu
                b += (1 - self.dampening) * g if self.started[i] else g
                self.started[i] = True
            w -= self.lr * (g + self.mu * b if self.nesterov or not self.mu else b)
