"""Batches: every example once per walk, inputs and targets together."""

import torch


def iterate_batches(x, y, batch_size, shuffle=False, drop_last=False, generator=None):
    """Yield (inputs, targets) of `batch_size` rows each; the last batch may be smaller, or is left out."""
    count = len(x)
    order = torch.randperm(count, generator=generator) if shuffle else torch.arange(count)
    end = count - count % batch_size if drop_last else count
    for start in range(0, end, batch_size):
        rows = order[start : start + batch_size]
        yield x[rows], y[rows]
