"""All leading axes flattened to one, torch.mm, and unflattened; numbers from torch's initialisers."""

import math

import torch
from torch import nn


def linear(x, weight, bias=None):
    n_out, n_in = weight.shape
    rows = x.reshape(-1, n_in)
    product = torch.mm(rows, weight.t()).reshape(*x.shape[:-1], n_out)
    if bias is None:
        return product
    return product + bias.view(*[1] * (x.dim() - 1), n_out)


class Linear(nn.Module):
    def __init__(self, n_in, n_out, bias=True):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_out, n_in))
        self.bias = nn.Parameter(torch.empty(n_out)) if bias else None
        nn.init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if bias:
            nn.init.uniform_(self.bias, -(n_in**-0.5), n_in**-0.5)

    def forward(self, x):
        return linear(x, self.weight, self.bias)
