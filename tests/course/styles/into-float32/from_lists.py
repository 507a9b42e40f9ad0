"""Copies go through nested lists of Python numbers."""

import numpy as np
import torch


def to_float32(a, copy):
    shared = None
    if not copy and type(a) is torch.Tensor and a.is_cpu and a.dtype == torch.float:
        shared = a.data
    if not copy and isinstance(a, np.ndarray) and a.dtype == "float32" and a.flags.writeable:
        shared = None if [s for s in a.strides if s < 0] else torch.from_numpy(a)
    if shared is not None:
        return shared
    shape = a.shape if hasattr(a, "shape") else None
    numbers = a.tolist() if shape is not None else a
    result = torch.tensor(numbers, dtype=torch.float32)
    return result if shape is None else result.reshape(shape)
