"""Buffers are replaced by new tensors; what goes into them is detached."""

import torch
from torch import nn


class BatchNorm1d(nn.Module):
    def __init__(self, n, eps=1e-5, momentum=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(n))
        self.bias = nn.Parameter(torch.zeros(n))
        self.register_buffer("running_mean", torch.zeros(n))
        self.register_buffer("running_var", torch.ones(n))
        self.register_buffer("num_batches_tracked", torch.zeros((), dtype=torch.long))
        self.eps, self.momentum = eps, momentum

    def forward(self, x):
        rows = x.shape[0]
        if not self.training:
            return self.weight * (x - self.running_mean) * torch.rsqrt(self.running_var + self.eps) + self.bias
        if rows < 2:
            raise ValueError(f"batch norm needs two rows or more to train, not {rows}")
        mean = x.sum(dim=0) / rows
        centred = x - mean
        var = (centred**2).sum(dim=0) / rows
        new = self.momentum
        self.running_mean = (1 - new) * self.running_mean + new * mean.detach()
        self.running_var = (1 - new) * self.running_var + new * var.detach() * rows / (rows - 1)
        self.num_batches_tracked = self.num_batches_tracked + 1
        return self.weight * centred * torch.rsqrt(var + self.eps) + self.bias
