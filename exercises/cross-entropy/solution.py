"""Cross-entropy from logits: minus the log-probability of the right class, in one stable formula."""

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


def cross_entropy(logits, target, ignore_index=-100, label_smoothing=0.0, reduction="mean"):
    logp = log_softmax(logits, 1)
    counts = target != ignore_index
    picked = target * counts  # an ignored target may be no column; 0 is one
    losses = -logp.gather(1, picked[:, None])[:, 0]
    losses = (1 - label_smoothing) * losses - label_smoothing * logp.mean(1)
    # A product with 0 would turn the infinite slope of 0 / 0 into NaN where nothing counts.
    losses = torch.where(counts, losses, 0.0)
    match reduction:
        case "none":
            return losses
        case "sum":
            return losses.sum()
        case "mean":
            return losses.sum() / counts.sum()
