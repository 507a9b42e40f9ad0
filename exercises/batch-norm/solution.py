"""Batch normalisation for rows of features: two sets of statistics, one for each mode."""

import torch
from torch import nn


class BatchNorm1d(nn.Module):
    """Normalises each feature of (N, n) inputs: by the batch in training, by the running statistics in evaluation."""

    def __init__(self, n, eps=1e-5, momentum=0.1):
        super().__init__()
        self.eps = eps
        self.momentum = momentum
        self.weight = nn.Parameter(torch.ones(n))
        self.bias = nn.Parameter(torch.zeros(n))
        self.register_buffer("running_mean", torch.zeros(n))
        self.register_buffer("running_var", torch.ones(n))
        self.register_buffer("num_batches_tracked", torch.tensor(0))

    def forward(self, x):
        if self.training:
            if len(x) == 1:
                raise ValueError("one row has no spread: training needs at least two")
            mean = x.mean(0)
            var = x.var(0, correction=0)
            self.update(x)
        else:
            mean = self.running_mean
            var = self.running_var
        return (x - mean) / (var + self.eps).sqrt() * self.weight + self.bias

    @torch.no_grad()
    def update(self, x):
        """Mix the statistics of a batch into the running ones."""
        self.running_mean += self.momentum * (x.mean(0) - self.running_mean)
        self.running_var += self.momentum * (x.var(0, correction=1) - self.running_var)
        self.num_batches_tracked += 1
