"""A small class holds the options; reductions stand in a table."""

from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class CrossEntropy:
    ignore_index: int
    label_smoothing: float

    def log_probabilities(self, logits):
        shifted = logits - torch.max(logits, dim=1, keepdim=True)[0]
        return shifted - torch.log(torch.exp(shifted).sum(dim=1, keepdim=True))

    def each(self, logits, target):
        logp = self.log_probabilities(logits)
        ignored = target == self.ignore_index
        right = torch.take_along_dim(logp, (target * ~ignored)[:, None], dim=1)[:, 0]
        even = logp.sum(1) / logp.shape[1]
        mixed = -(right + self.label_smoothing * (even - right))
        return mixed.masked_fill(ignored, 0), len(target) - int(ignored.sum())


REDUCTIONS = {
    "none": lambda losses, _: losses,
    "sum": lambda losses, _: losses.sum(),
    "mean": lambda losses, counted: losses.sum().div(torch.tensor(counted)),
}


def cross_entropy(logits, target, ignore_index=-100, label_smoothing=0.0, reduction="mean"):
    losses, counted = CrossEntropy(ignore_index, label_smoothing).each(logits, target)
    return REDUCTIONS[reduction](losses, counted)
