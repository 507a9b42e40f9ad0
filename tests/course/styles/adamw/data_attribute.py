"""The old way: `.data` in place of no_grad, state that begins as the number 0."""


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.params = [p for p in params]
        self.lr = lr
        self.beta1 = betas[0]
        self.beta2 = betas[1]
        self.eps = eps
        self.wd = weight_decay
        self.m = [0 for p in self.params]
        self.v = [0 for p in self.params]
        self.t = [0 for p in self.params]

    def zero_grad(self):
        for p in self.params:
            if p.grad is not None:
                p.grad.data.zero_()

    def step(self):
        for i in range(len(self.params)):
            p = self.params[i]
            if p.grad is None:
                continue
            g = p.grad.data
            p.data = p.data - self.lr * self.wd * p.data
            self.t[i] = self.t[i] + 1
            self.m[i] = self.beta1 * self.m[i] + (1 - self.beta1) * g
            self.v[i] = self.beta2 * self.v[i] + (1 - self.beta2) * g * g
            mhat = self.m[i] / (1 - self.beta1 ** self.t[i])
            vhat = self.v[i] / (1 - self.beta2 ** self.t[i])
            p.data = p.data - self.lr * mhat / (vhat**0.5 + self.eps)
