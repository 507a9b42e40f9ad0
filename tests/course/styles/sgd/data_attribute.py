"""The old way: `.data` in place of no_grad, zeros in place of None, decay as a factor."""


class SGD:
    def __init__(self, params, lr=1e-3, weight_decay=0.0):
        self.params = [p for p in params]
        self.lr = lr
        self.wd = weight_decay

    def zero_grad(self):
        for p in self.params:
            if p.grad is not None:
                p.grad.data.zero_()

    def step(self):
        for i in range(len(self.params)):
            p = self.params[i]
            if p.grad is not None:
                p.data = (1 - self.lr * self.wd) * p.data - self.lr * p.grad.data
