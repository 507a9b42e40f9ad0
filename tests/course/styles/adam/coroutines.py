"""Each parameter has a generator that takes gradients and moves it; its state are the generator's local variables."""

import torch


def mover(param, lr, beta1, beta2, eps, decay):
    m, v = torch.zeros_like(param), torch.zeros_like(param)
    left1 = left2 = 1.0
    while True:
        grad = yield
        with torch.no_grad():
            grad = grad + decay * param
            left1, left2 = left1 * beta1, left2 * beta2
            m += (1 - beta1) * (grad - m)
            v += (1 - beta2) * (grad * grad - v)
            param -= lr * (m / (1 - left1)) / ((v / (1 - left2)).sqrt() + eps)


class Adam:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        self.movers = {param: mover(param, lr, *betas, eps, weight_decay) for param in params}
        for one in self.movers.values():
            next(one)

    def zero_grad(self):
        for param in self.movers:
            param.grad = None

    def step(self):
        for param, one in self.movers.items():
            if param.grad is not None:
                one.send(param.grad)
