"""The broadcasting rule: line up at the right, a missing axis counts as 1, and only a 1 stretches."""

from itertools import zip_longest


def broadcast_shape(a, b):
    """The shape of `x + y` for an x of shape `a` and a y of shape `b`; ValueError if they do not fit."""
    shape = []
    for m, n in zip_longest(reversed(a), reversed(b), fillvalue=1):
        if m == n or n == 1:
            shape.append(m)
        elif m == 1:
            shape.append(n)
        else:
            raise ValueError(f"{a} and {b} do not fit: {m} against {n}")
    return tuple(reversed(shape))
