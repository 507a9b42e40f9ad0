"""ReLU, softmax and log-softmax, safe for scores of any size. Autograd finds the slopes."""

import torch


def relu(x):
    return torch.where(x > 0, x, 0.0)


def softmax(x, dim):
    # A constant taken from all scores cancels; taking the largest keeps exp from overflowing and the sum from zero.
    powers = (x - x.amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)


def log_softmax(x, dim):
    # Not softmax(x, dim).log(): a probability that was rounded to 0 has lost its logarithm.
    shifted = x - x.amax(dim, keepdim=True)
    return shifted - shifted.exp().sum(dim, keepdim=True).log()
