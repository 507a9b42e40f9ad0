"""A branch for each kind of input."""

import numpy as np
import torch


def to_float32(a, copy):
    if isinstance(a, torch.Tensor):
        t = a.detach().cpu().float()
    elif isinstance(a, np.ndarray):
        if any(s < 0 for s in a.strides) or not a.flags.writeable:
            a = a.copy()
        t = torch.from_numpy(a).float()
    else:
        return torch.tensor(a, dtype=torch.float32)
    return t.clone() if copy else t
