"""A Python loop over the samples, each with a loss of its own."""

import torch


def loss_of(scores, label, smoothing):
    top = scores.max()
    log_sum = top + (scores - top).exp().sum().log()
    return (1 - smoothing) * (log_sum - scores[label]) + smoothing * (log_sum - scores.mean())


def cross_entropy(logits, target, ignore_index=-100, label_smoothing=0.0, reduction="mean"):
    losses, counted = [], 0
    for scores, label in zip(logits, target.tolist(), strict=True):
        if label == ignore_index:
            losses.append(0.0 * scores.detach().sum())
        else:
            losses.append(loss_of(scores, label, label_smoothing))
            counted += 1
    each = torch.stack([*losses, logits.new_zeros(())])[:-1] + logits[:, :0].sum(1)
    if reduction == "none":
        return each
    total = each.sum()
    if reduction == "sum":
        return total
    return total / counted if counted else total + float("nan")
