"""NumPy cuts the order; the data stay torch's."""

import numpy as np
import torch


def iterate_batches(x, y, batch_size, shuffle=False, drop_last=False, generator=None):
    count = len(x)
    order = torch.randperm(count, generator=generator).numpy() if shuffle else np.arange(count)
    full = count // batch_size
    pieces = [*order[: full * batch_size].reshape(full, batch_size)]
    rest = order[full * batch_size :]
    if rest.size and not drop_last:
        pieces.append(rest)
    return ((x[torch.from_numpy(piece)], y[torch.from_numpy(piece)]) for piece in pieces)
