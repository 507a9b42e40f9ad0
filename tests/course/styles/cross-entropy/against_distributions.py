"""The target becomes a distribution, and the loss the product of it with the log-probabilities."""

import torch
from torch.nn.functional import one_hot


def log_softmax(x, dim):
    with torch.no_grad():
        m = x.amax(dim, keepdim=True)
    return x - m - (x - m).exp().sum(dim, keepdim=True).log()


def truth(target, counts, classes, smoothing, dtype):
    hot = one_hot(target.masked_fill(~counts, 0), classes).to(dtype)
    return hot * (1 - smoothing) + smoothing / classes


def cross_entropy(logits, target, ignore_index=-100, label_smoothing=0.0, reduction="mean"):
    counts = target.ne(ignore_index)
    q = truth(target, counts, logits.size(1), label_smoothing, logits.dtype)
    surprises = -torch.einsum("nk,nk->n", q, log_softmax(logits, 1))
    losses = torch.where(counts, surprises, torch.zeros_like(surprises))
    if reduction == "none":
        return losses
    return losses.sum() if reduction == "sum" else losses.sum() / counts.sum()
