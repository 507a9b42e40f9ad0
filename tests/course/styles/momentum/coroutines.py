"""Each parameter has a generator that takes gradients and moves it; its buffer is the generator's local variable."""

import torch


def mover(param, lr, momentum, dampening, decay, nesterov):
    buffer, share = 0.0, 1.0
    while True:
        grad = yield
        with torch.no_grad():
            grad = grad + decay * param
            buffer = momentum * buffer + share * grad
            share = 1 - dampening
            if momentum == 0:
                param -= lr * grad
            elif nesterov:
                param -= lr * (grad + momentum * buffer)
            else:
                param -= lr * buffer


class SGD:
    def __init__(self, params, lr=1e-3, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        self.movers = {param: mover(param, lr, momentum, dampening, weight_decay, nesterov) for param in params}
        for one in self.movers.values():
            next(one)

    def zero_grad(self):
        for param in self.movers:
            param.grad = None

    def step(self):
        for param, one in self.movers.items():
            if param.grad is not None:
                one.send(param.grad)
