"""A learning rate that rises in a straight line, falls along half a cosine wave, and stays at its floor."""

import math


def lr_at(step, base, warmup, total, floor):
    """The rate of step number `step`, which counts from 0.

    It reaches `base` in the last of `warmup` steps, and `floor` in step `total`.
    """
    if step < warmup:
        return base * (step + 1) / warmup
    progress = min((step - warmup) / (total - warmup), 1.0)
    return floor + (base - floor) * (1 + math.cos(math.pi * progress)) / 2
