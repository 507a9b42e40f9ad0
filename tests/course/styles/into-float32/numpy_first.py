"""Everything becomes a good float32 array, which torch then wraps."""

import numpy as np
import torch


def to_float32(a, copy):
    if isinstance(a, torch.Tensor):
        a = a.detach().cpu().numpy()
    array = np.asarray(a, dtype=np.float32)
    if copy or not array.flags.writeable or (np.array(array.strides) < 0).any():
        array = np.array(array)
    return torch.from_numpy(array)
