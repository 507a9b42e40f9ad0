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
        for index, param in enumerate(self.params):
            if param.grad is None:
                continue
            grad = param.grad + self.weight_decay * param
            if self.momentum != 0:
                grad = self.direction(index, grad)
            param -= self.lr * grad

    def direction(self, index, grad):
        """Take the gradient of one parameter into its buffer; return where the parameter has to go."""
        if index in self.buffers:
            self.buffers[index].mul_(self.momentum).add_(grad, alpha=1 - self.dampening)
        else:
            # A copy: the buffer will be changed in place, and the gradient must not change with it.
            self.buffers[index] = grad.clone()
        buffer = self.buffers[index]
        return grad + self.momentum * buffer if self.nesterov else buffer
