"""Evaluation: the mean loss and the accuracy of a model, whatever the batches, and no trace left in the model.

Read the brief, then replace the `raise` by your own code.
"""

import torch


def evaluate(model, batches, loss_fn):
    """The mean loss and the accuracy over all examples of `batches` (inputs, targets); zeros if there are none."""
    raise NotImplementedError("evaluate")
