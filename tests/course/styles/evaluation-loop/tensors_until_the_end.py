"""Totals stay 0-D tensors until the end; numpy compares."""

import numpy as np
import torch


def one_batch(model, x, y, loss_fn):
    with torch.no_grad():
        out = model(x)
        return loss_fn(out, y) * y.numel(), np.count_nonzero(np.argmax(out.numpy(), axis=1) == y.numpy()), y.numel()


def evaluate(model, batches, loss_fn):
    before = model.training
    if before:
        model.eval()
    totals = np.zeros(3)
    for x, y in batches:
        totals += [float(part) for part in one_batch(model, x, y, loss_fn)]
    model.train(before)
    loss, right, size = totals.tolist()
    return (loss / size, right / size) if size else (0.0, 0.0)
