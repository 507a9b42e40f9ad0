"""One function knows the trick; the maximum is taken without a record; relu by a product."""

import torch


def log_sum_exp(x, dim):
    with torch.no_grad():
        m = torch.amax(x, dim=dim, keepdim=True)
    return m + torch.log(torch.sum(torch.exp(x - m), dim=dim, keepdim=True))


def log_softmax(x, dim):
    return x - log_sum_exp(x, dim)


def softmax(x, dim):
    return torch.exp(log_softmax(x, dim))


def relu(x):
    return x * (x > 0)
