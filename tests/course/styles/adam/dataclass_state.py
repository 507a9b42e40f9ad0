"""A dataclass for what is kept of each parameter, made when its first gradient comes."""

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass
class Moments:
    mean: Tensor
    square: Tensor
    steps: int = 0

    def update(self, grad: Tensor, beta1: float, beta2: float) -> tuple[Tensor, Tensor]:
        self.steps += 1
        self.mean = beta1 * self.mean + (1 - beta1) * grad
        self.square = beta2 * self.square + (1 - beta2) * grad**2
        return self.mean / (1 - beta1**self.steps), self.square / (1 - beta2**self.steps)


@dataclass
class Adam:
    params: list[Tensor]
    lr: float = 1e-3
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-8
    weight_decay: float = 0.0

    def __post_init__(self):
        self.params = list(self.params)
        self.moments: dict[int, Moments] = {}

    def zero_grad(self):
        for param in self.params:
            param.grad = None

    def step(self):
        with torch.no_grad():
            for number, param in enumerate(self.params):
                if param.grad is None:
                    continue
                if number not in self.moments:
                    self.moments[number] = Moments(torch.zeros_like(param), torch.zeros_like(param))
                mean, square = self.moments[number].update(param.grad + self.weight_decay * param, *self.betas)
                param.sub_(self.lr * mean / (torch.sqrt(square) + self.eps))
