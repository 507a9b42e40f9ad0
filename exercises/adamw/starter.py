"""AdamW: Adam with weight decay of its own.

Read the brief, then replace each `raise` by your own code.
"""

import torch


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.params = list(params)
        self.lr = lr
        self.betas = betas
        self.eps = eps
        self.weight_decay = weight_decay

    def zero_grad(self):
        raise NotImplementedError("AdamW.zero_grad")

    @torch.no_grad()
    def step(self):
        raise NotImplementedError("AdamW.step")
