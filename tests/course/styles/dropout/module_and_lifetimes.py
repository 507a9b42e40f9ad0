"""A module does the work; an element lives if its exponential lifetime ends before a deadline."""

import math

import torch
from torch import nn


class InvertedDropout(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.deadline = math.inf if p == 0 else -math.log(p)
        self.scale = 0.0 if p == 1 else 1 / (1 - p)

    def forward(self, x):
        if not self.training:
            return x * 1.0
        lifetimes = torch.empty(x.shape, device=x.device).exponential_()
        return x * (lifetimes < self.deadline).to(x) * self.scale


def dropout(x, p, training):
    return InvertedDropout(p).train(training)(x)
