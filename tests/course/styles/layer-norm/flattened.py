"""Every example as one long row; sums and a division in place of means."""

import math


def layer_norm(x, shape, weight, bias, eps=1e-5):
    size = math.prod(shape)
    rows = x.reshape(x.numel() // size, size)
    centred = rows - (rows.sum(-1) / size).unsqueeze(-1)
    var = (centred**2).sum(-1) / size
    normal = centred / (var + eps).sqrt().unsqueeze(-1)
    return normal.reshape(x.shape).mul(weight).add(bias)
