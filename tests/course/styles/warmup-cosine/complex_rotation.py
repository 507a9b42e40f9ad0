"""The cosine is the real part of a number that turns by one small angle at every step; a loop, no closed form."""

import cmath


def lr_at(step, base, warmup, total, floor):
    rate, turned = 0.0, 1 + 0j
    small = cmath.exp(1j * cmath.pi / (total - warmup))
    for now in range(min(step, total) + 1):
        if now < warmup:
            rate += base / warmup
        else:
            rate = floor + (base - floor) * (1 + turned.real) / 2
            turned *= small
    return rate
