"""The linear layer: every output is a weighted sum of all inputs, plus its own bias."""

import math

import torch
from torch import nn


def linear(x, weight, bias=None):
    """x (..., in) times weight (out, in), transposed, plus bias (out,): a tensor (..., out)."""
    product = x @ weight.T
    return product if bias is None else product + bias


class Linear(nn.Module):
    """Owns weight (n_out, n_in) and bias (n_out,), drawn evenly within 1/sqrt(n_in) of zero."""

    def __init__(self, n_in, n_out, bias=True):
        super().__init__()
        bound = 1 / math.sqrt(n_in)
        self.weight = nn.Parameter(torch.empty(n_out, n_in).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(n_out).uniform_(-bound, bound)) if bias else None

    def forward(self, x):
        return linear(x, self.weight, self.bias)
