"""The same border, one step of torch's after another."""

import numpy as np
import torch


def to_float32(a, copy):
    if isinstance(a, np.ndarray):
        usable = a.flags.writeable and all(stride >= 0 for stride in a.strides)
        a = torch.from_numpy(a if usable else np.array(a))
    tensor = a if isinstance(a, torch.Tensor) else torch.tensor(a)
    result = tensor.detach().cpu().float()
    return result.clone() if copy else result
