"""Always a copy by torch.tensor or arithmetic, unless sharing is asked for and possible."""

import numpy as np
import torch


def sharable(a):
    if isinstance(a, torch.Tensor):
        return a.dtype is torch.float32 and a.device == torch.device("cpu")
    if isinstance(a, np.ndarray):
        backwards = a.ndim > 0 and min(a.strides) < 0
        return a.dtype == np.float32 and a.flags.writeable and not backwards
    return False


def to_float32(a, copy):
    if sharable(a) and not copy:
        return a.detach() if isinstance(a, torch.Tensor) else torch.from_numpy(a)
    if isinstance(a, torch.Tensor):
        with torch.no_grad():
            return a.to(device="cpu", dtype=torch.float32).clone()
    return torch.tensor(np.array(a, dtype=np.float32))
