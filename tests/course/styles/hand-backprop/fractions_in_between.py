"""Exact fractions everywhere but in tanh."""

import math
from fractions import Fraction


def hand_backprop(w, x, b, t):
    w, x, b, t = map(Fraction, (w, x, b, t))
    a = Fraction(math.tanh(w * x + b))
    de = 2 * (a - t)
    dz = de * (1 - a**2)
    return (a - t) ** 2, dz * x, dz, dz * w
