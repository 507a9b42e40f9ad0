"""Rows are taken one by one and stacked when there are enough, as a loader collates them."""

import torch


def iterate_batches(x, y, batch_size, shuffle=False, drop_last=False, generator=None):
    rows = list(range(len(x)))
    if shuffle:
        keys = torch.rand(len(x), generator=generator).tolist()
        rows.sort(key=keys.__getitem__)
    waiting = []
    for row in rows:
        waiting.append((x[row], y[row]))
        if len(waiting) == batch_size:
            yield tuple(torch.stack(part) for part in zip(*waiting, strict=True))
            waiting = []
    if waiting and not drop_last:
        yield tuple(torch.stack(part) for part in zip(*waiting, strict=True))
