"""Cross-entropy from logits, with ignored targets, label smoothing and three reductions.

Read the brief, then replace the `raise` by your own code. Your `log_softmax` stands above it.
"""

import torch


def cross_entropy(logits, target, ignore_index=-100, label_smoothing=0.0, reduction="mean"):
    raise NotImplementedError("cross_entropy")
