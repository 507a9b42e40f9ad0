"""The order is split into pieces by torch."""

import torch


def iterate_batches(x, y, batch_size, shuffle=False, drop_last=False, generator=None):
    order = torch.randperm(x.shape[0], generator=generator) if shuffle else torch.arange(x.shape[0])
    for rows in order.split(batch_size):
        if len(rows) == 0 or (drop_last and len(rows) < batch_size):
            continue
        yield x.index_select(0, rows), y.index_select(0, rows)
