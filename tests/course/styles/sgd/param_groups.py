"""The arrangement of torch's own: groups of settings, and an update in one fused call."""

from dataclasses import dataclass, field

import torch
from torch import Tensor


@dataclass
class Group:
    params: list[Tensor] = field(default_factory=list)
    lr: float = 1e-3
    weight_decay: float = 0.0

    def with_gradient(self):
        return (param for param in self.params if param.grad is not None)


class SGD:
    def __init__(self, params, lr=1e-3, weight_decay=0.0):
        self.param_groups = [Group([*params], lr, weight_decay)]

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group.with_gradient():
                param.grad = None if set_to_none else param.grad.zero_()

    def step(self):
        with torch.no_grad():
            for group in self.param_groups:
                for param in group.with_gradient():
                    direction = param.grad
                    if group.weight_decay != 0:
                        direction = direction.add(param, alpha=group.weight_decay)
                    param.add_(direction, alpha=-group.lr)
