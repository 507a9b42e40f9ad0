"""Python numbers only; tensors are read and written at the edges."""

import torch


class SGD:
    def __init__(self, params, lr=1e-3, weight_decay=0.0):
        self.params = list(params)
        self.move = lambda w, g: w - lr * g - lr * weight_decay * w

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        for p in self.params:
            if p.grad is None:
                continue
            moved = list(map(self.move, p.detach().flatten().tolist(), p.grad.flatten().tolist()))
            with torch.no_grad():
                p.copy_(torch.tensor(moved, dtype=p.dtype).view_as(p))
