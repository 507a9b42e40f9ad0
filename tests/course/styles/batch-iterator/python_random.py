"""Shuffled by Python, whose generator is seeded from the given one."""

import itertools
import random

import torch


def iterate_batches(x, y, batch_size, shuffle=False, drop_last=False, generator=None):
    rows = list(range(len(y)))
    if shuffle:
        seed = torch.randint(2**62, (), generator=generator).item()
        random.Random(seed).shuffle(rows)
    rows = iter(rows)
    while piece := list(itertools.islice(rows, batch_size)):
        if drop_last and len(piece) < batch_size:
            return
        yield x[piece], y[piece]
