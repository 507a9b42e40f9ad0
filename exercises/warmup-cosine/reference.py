"""Two schedules of torch's, one after the other, stepped as often as asked.

CosineAnnealingLR rises again beyond its end, so it is stepped no further than that.
"""

import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR


def lr_at(step, base, warmup, total, floor):
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=base)
    if warmup:
        rise = LinearLR(optimizer, start_factor=1 / warmup, total_iters=warmup - 1)
        fall = CosineAnnealingLR(optimizer, total - warmup, eta_min=floor)
        schedule = SequentialLR(optimizer, [rise, fall], milestones=[warmup])
    else:
        schedule = CosineAnnealingLR(optimizer, total, eta_min=floor)
    for _ in range(min(step, total)):
        optimizer.step()
        schedule.step()
    return optimizer.param_groups[0]["lr"]
