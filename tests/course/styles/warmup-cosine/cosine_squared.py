"""Half of 1 + cos is a squared cosine of half the angle."""

from math import cos, pi


def lr_at(step, base, warmup, total, floor):
    if warmup > 0 and step + 1 <= warmup:
        return base / warmup * (step + 1)
    if step >= total:
        return floor
    share = cos(pi / 2 * (step - warmup) / (total - warmup)) ** 2
    return share * base + (1 - share) * floor
