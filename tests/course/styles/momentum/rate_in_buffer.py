"""The buffer holds steps, not gradients: as long as the rate stays, the two are the same."""

import torch


class SGD:
    def __init__(self, params, lr=1e-3, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        self.velocities = {param: None for param in params}
        self.lr, self.mu, self.damp, self.decay, self.nesterov = lr, momentum, dampening, weight_decay, nesterov

    def zero_grad(self):
        for param in self.velocities:
            param.grad = None

    @torch.no_grad()
    def step(self):
        for param, velocity in self.velocities.items():
            if param.grad is None:
                continue
            step = -self.lr * (param.grad + self.decay * param)
            if self.mu == 0:
                param += step
                continue
            self.velocities[param] = step if velocity is None else self.mu * velocity + (1 - self.damp) * step
            param += step + self.mu * self.velocities[param] if self.nesterov else self.velocities[param]
