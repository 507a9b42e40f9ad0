"""Numbers of any kind as a float32 tensor, with a say in whose memory it is."""

import numpy as np
import torch


def to_float32(a, copy):
    """`a` as a float32 tensor on the CPU without history; shares memory if not `copy` and nothing has to change."""
    if isinstance(a, np.ndarray) and (not a.flags.writeable or min(a.strides, default=0) < 0):
        a = a.copy()  # torch has neither negative strides nor read-only memory
    tensor = torch.as_tensor(a).detach()
    return tensor.to("cpu", torch.float32, copy=copy)
