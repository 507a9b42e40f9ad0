"""One small function for each piece, and a choice between them."""

import math
from functools import partial


def rise(step, base, warmup):
    return base * (step + 1) / warmup


def fall(step, base, length, floor):
    middle, reach = (base + floor) / 2, (base - floor) / 2
    return middle + reach * math.cos(math.pi * step / length)


def lr_at(step, base, warmup, total, floor):
    match step:
        case _ if step < warmup:
            rate = partial(rise, step, warmup=warmup)
        case _ if step < total:
            rate = partial(fall, step - warmup, length=total - warmup, floor=floor)
        case _:
            return float(floor)
    return rate(base=base)
