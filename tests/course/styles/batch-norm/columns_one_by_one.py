"""Each feature on its own."""

import torch
from torch import nn


class BatchNorm1d(nn.Module):
    def __init__(self, n, eps=1e-5, momentum=0.1):
        super().__init__()
        self.n, self.eps, self.momentum = n, eps, momentum
        self.weight = nn.Parameter(torch.ones(n))
        self.bias = nn.Parameter(torch.zeros(n))
        self.register_buffer("running_mean", torch.zeros(n))
        self.register_buffer("running_var", torch.ones(n))
        self.register_buffer("num_batches_tracked", torch.tensor(0))

    def column(self, values, j):
        if self.training:
            rows = len(values)
            mean = values.mean()
            var = ((values - mean) * (values - mean)).mean()
            with torch.no_grad():
                self.running_mean[j] = (1 - self.momentum) * self.running_mean[j] + self.momentum * mean
                unbiased = var * rows / (rows - 1)
                self.running_var[j] = (1 - self.momentum) * self.running_var[j] + self.momentum * unbiased
        else:
            mean, var = self.running_mean[j], self.running_var[j]
        return (values - mean) / torch.sqrt(var + self.eps) * self.weight[j] + self.bias[j]

    def forward(self, x):
        if self.training and len(x) == 1:
            raise ValueError
        if self.training:
            self.num_batches_tracked.copy_(self.num_batches_tracked + 1)
        return torch.stack([self.column(x[:, j], j) for j in range(self.n)], dim=1)
