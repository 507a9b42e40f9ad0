"""Operations over lists of tensors."""

import torch


class SGD:
    def __init__(self, params, lr=1e-3, weight_decay=0.0):
        self.params = list(params)
        self.lr, self.weight_decay = lr, weight_decay

    def zero_grad(self):
        for p in self.params:
            p.grad = torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        live = [p for p in self.params if p.grad is not None]
        if live:
            grads = torch._foreach_add([p.grad for p in live], live, alpha=self.weight_decay)
            torch._foreach_add_(live, grads, alpha=-self.lr)
