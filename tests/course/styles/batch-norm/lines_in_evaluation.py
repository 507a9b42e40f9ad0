"""Centred once and squared by hand in training; one multiplication and one addition in evaluation."""

import torch
from torch import nn


class BatchNorm1d(nn.Module):
    def __init__(self, n, eps=1e-5, momentum=0.1):
        super().__init__()
        self.eps, self.momentum = eps, momentum
        for name, value in {"weight": 1.0, "bias": 0.0}.items():
            self.register_parameter(name, nn.Parameter(torch.full((n,), value)))
        statistics = {"running_mean": torch.zeros(n), "running_var": torch.ones(n)}
        for name, value in {**statistics, "num_batches_tracked": torch.zeros((), dtype=torch.long)}.items():
            self.register_buffer(name, value)

    def forward(self, x):
        if not self.training:
            slope = self.weight * torch.rsqrt(self.running_var + self.eps)
            return torch.addcmul(self.bias - self.running_mean * slope, x, slope)
        rows = x.size(0)
        if rows < 2:
            raise ValueError("at least two rows")
        centre = torch.full((1, rows), 1.0 / rows, dtype=x.dtype) @ x
        away = x - centre
        power = torch.einsum("nf,nf->f", away, away)
        with torch.no_grad():
            self.running_mean = torch.lerp(self.running_mean, centre[0], self.momentum)
            self.running_var = torch.lerp(self.running_var, power / (rows - 1), self.momentum)
            self.num_batches_tracked = self.num_batches_tracked + 1
        return away * (power / rows + self.eps) ** -0.5 * self.weight + self.bias
