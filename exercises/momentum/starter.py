"""Gradient descent with momentum.

Read the brief, then replace each `raise` by your own code.
"""

import torch


class SGD:
    def __init__(self, params, lr=1e-3, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        self.params = list(params)
        self.lr = lr
        self.momentum = momentum
        self.dampening = dampening
        self.weight_decay = weight_decay
        self.nesterov = nesterov

    def zero_grad(self):
        raise NotImplementedError("SGD.zero_grad")

    @torch.no_grad()
    def step(self):
        raise NotImplementedError("SGD.step")
