"""torch's own clipping."""

import torch


def clip_grad_norm(params, max_norm):
    return torch.nn.utils.clip_grad_norm_(params, max_norm)
