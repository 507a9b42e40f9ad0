"""torch's own, with the options in the order of the brief."""

from torch import nn


def cross_entropy(logits, target, ignore_index=-100, label_smoothing=0.0, reduction="mean"):
    return nn.functional.cross_entropy(
        logits, target, ignore_index=ignore_index, label_smoothing=label_smoothing, reduction=reduction
    )
