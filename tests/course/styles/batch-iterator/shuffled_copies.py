"""Whole copies are put in order first; the batches are slices of them, in a list."""

import torch


def iterate_batches(x, y, batch_size, shuffle=False, drop_last=False, generator=None):
    if shuffle:
        order = torch.randperm(len(x), generator=generator)
        x, y = x[order], y[order]
    batches = [(x[at : at + batch_size], y[at : at + batch_size]) for at in range(0, len(x), batch_size)]
    if drop_last and batches and len(batches[-1][0]) < batch_size:
        batches.pop()
    return batches
