"""Operations over lists of tensors."""

import torch


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.params = list(params)
        self.means = [torch.zeros_like(p) for p in self.params]
        self.squares = [torch.zeros_like(p) for p in self.params]
        self.counts = [0] * len(self.params)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()
    def step(self):
        beta1, beta2 = self.betas
        live = [i for i, p in enumerate(self.params) if p.grad is not None]
        if not live:
            return
        for i in live:
            self.counts[i] += 1
        params, means, squares, counts = (
            [kept[i] for i in live] for kept in (self.params, self.means, self.squares, self.counts)
        )
        grads = [p.grad for p in params]
        torch._foreach_mul_(params, 1 - self.lr * self.weight_decay)
        torch._foreach_lerp_(means, grads, 1 - beta1)
        torch._foreach_mul_(squares, beta2)
        torch._foreach_addcmul_(squares, grads, grads, 1 - beta2)
        roots = torch._foreach_div(squares, [1 - beta2**n for n in counts])
        torch._foreach_sqrt_(roots)
        torch._foreach_add_(roots, self.eps)
        torch._foreach_addcdiv_(params, means, roots, [-self.lr / (1 - beta1**n) for n in counts])
