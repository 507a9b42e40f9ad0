"""A small base class for all optimizers, Adam as one rule."""

from abc import ABC, abstractmethod

import torch


class Optimizer(ABC):
    def __init__(self, params, **defaults):
        self.params = list(params)
        self.defaults = defaults
        self.state = [dict() for _ in self.params]

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()
    def step(self):
        for p, state in zip(self.params, self.state):
            if p.grad is not None:
                state["t"] = state.get("t", 0) + 1
                p += self.update(p, p.grad.clone(), state, **self.defaults)

    @abstractmethod
    def update(self, p, g, state, **settings): ...


class Adam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)

    def update(self, p, g, state, lr, betas, eps, weight_decay):
        g += weight_decay * p
        for key, beta, new in (("m", betas[0], g), ("v", betas[1], g * g)):
            state[key] = beta * state.get(key, torch.zeros_like(p)) + (1 - beta) * new
        m, v = (state[key] / (1 - beta ** state["t"]) for key, beta in zip("mv", betas))
        return -lr * m / (v.sqrt() + eps)
