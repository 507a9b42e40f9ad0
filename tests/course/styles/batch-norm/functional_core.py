"""A pure function for the arithmetic, a module for the memory; `.data` for what is not recorded."""

import torch
from torch import Tensor, nn


def affine_normal(x: Tensor, mean: Tensor, var: Tensor, weight: Tensor, bias: Tensor, eps: float) -> Tensor:
    slope = weight / (var + eps) ** 0.5
    return x * slope + (bias - mean * slope)


def moments(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    mean = torch.einsum("ij->j", x) / x.size(0)
    squares = torch.einsum("ij,ij->j", x - mean, x - mean)
    return mean, squares / x.size(0), squares / (x.size(0) - 1)


class BatchNorm1d(nn.Module):
    def __init__(self, n, eps=1e-5, momentum=0.1):
        super().__init__()
        self.settings = {"eps": eps}
        self.share = momentum
        self.weight, self.bias = nn.Parameter(torch.ones(n)), nn.Parameter(torch.zeros(n))
        self.running_mean, self.running_var = nn.Buffer(torch.zeros(n)), nn.Buffer(torch.ones(n))
        self.num_batches_tracked = nn.Buffer(torch.tensor(0))

    def forward(self, x):
        mean, var = self.statistics(x)
        return affine_normal(x, mean, var, self.weight, self.bias, **self.settings)

    def statistics(self, x):
        if not self.training:
            return self.running_mean, self.running_var
        if x.size(0) <= 1:
            raise ValueError("no spread")
        mean, var, unbiased = moments(x)
        for buffer, new in ((self.running_mean, mean), (self.running_var, unbiased)):
            buffer.data.mul_(1 - self.share).add_(new.data, alpha=self.share)
        self.num_batches_tracked += 1
        return mean, var
