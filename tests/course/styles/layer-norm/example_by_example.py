"""One example at a time, recursively: as long as there are more axes than in `shape`, the first one counts examples."""

import torch


def layer_norm(x, shape, weight, bias, eps=1e-5):
    if x.dim() > len(shape):
        done = [layer_norm(part, shape, weight, bias, eps) for part in x]
        return torch.stack(done) if done else x * weight + bias
    away = x - torch.mean(x)
    return away / torch.sqrt(torch.mean(away * away) + eps) * weight + bias
