"""Gradient descent with momentum: each weight moves along a decaying sum of its gradients."""

import torch


class SGD:
    """Keeps one buffer for each parameter: momentum times what it was, plus (1 - dampening) times the new gradient."""

    def __init__(self, params, lr=1e-3, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        self.params = list(params)
        self.lr = lr
        self.momentum = momentum
        self.dampening = dampening
        self.weight_decay = weight_decay
        self.nesterov = nesterov
        self.buffers = {}

    def zero_grad(self):
        for param in self.params:
            param.grad = None

    @torch.no_grad()
    def step(self):
        for param in self.params:
            if param.grad is None:
                continue
            grad = param.grad + self.weight_decay * param
            if self.momentum:
                grad = self.direction(param, grad)
            param -= self.lr * grad

    def direction(self, param, grad):
        """Take a gradient into the parameter's buffer; return the direction in which to step."""
        if param in self.buffers:
            self.buffers[param].mul_(self.momentum).add_(grad, alpha=1 - self.dampening)
        else:
            # A tensor of its own: what is changed in place from now on must not be `param.grad`.
            self.buffers[param] = grad
        buffer = self.buffers[param]
        return grad + self.momentum * buffer if self.nesterov else buffer
