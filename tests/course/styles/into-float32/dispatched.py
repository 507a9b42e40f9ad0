"""singledispatch on what is given; the copy is made by filling an empty tensor."""

from functools import singledispatch

import numpy as np
import torch


@singledispatch
def wrapped(a):
    return torch.tensor(a, dtype=torch.float32)


@wrapped.register
def _(a: torch.Tensor):
    return a.detach()


@wrapped.register
def _(a: np.ndarray):
    try:
        fresh = not a.flags["WRITEABLE"]
        return torch.as_tensor(a.copy() if fresh else a)
    except ValueError:
        return torch.as_tensor(a.copy())


def to_float32(a, copy):
    source = wrapped(a)
    if not copy and source.dtype == torch.float32 and source.device.type == "cpu":
        return source
    result = torch.empty(source.shape, dtype=torch.float32)
    return result.copy_(source)
