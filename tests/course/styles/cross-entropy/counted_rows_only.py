"""Rows that do not count are left out before anything is computed, and put back as zeros at the end."""

import torch


def cross_entropy(logits, target, ignore_index=-100, label_smoothing=0.0, reduction="mean"):
    rows = (target != ignore_index).nonzero().squeeze(1)
    z = logits[rows] - logits[rows].max(1, keepdim=True).values
    logp = z - z.exp().sum(1, keepdim=True).log()
    right = logp[torch.arange(len(rows)), target[rows]]
    losses = -torch.lerp(right, logp.mean(1), label_smoothing)
    match reduction:
        case "mean":
            return losses.mean()
        case "sum":
            return losses.sum()
        case _:
            return logits.new_zeros(len(logits)).index_put((rows,), losses)
