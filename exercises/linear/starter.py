"""The linear layer: a function, and a module that owns its weight and bias.

Read the brief, then replace each `raise` by your own code.
"""

import torch
from torch import nn


def linear(x, weight, bias=None):
    raise NotImplementedError("linear")


class Linear(nn.Module):
    def __init__(self, n_in, n_out, bias=True):
        super().__init__()
        raise NotImplementedError("Linear.__init__")

    def forward(self, x):
        return linear(x, self.weight, self.bias)
