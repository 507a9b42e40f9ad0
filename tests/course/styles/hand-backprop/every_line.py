"""Every step and its gradient has a name, tanh is made of exp."""

import math


def hand_backprop(w, x, b, t):
    p = w * x
    z = p + b
    u = math.exp(-2.0 * abs(z))
    a = math.copysign((1.0 - u) / (1.0 + u), z)
    e = a - t
    L = e**2

    dL = 1.0
    de = dL * 2.0 * e
    da = de * 1.0
    dz = da * 4.0 * u / (1.0 + u) ** 2
    dp = dz * 1.0
    db = dz * 1.0
    dw = dp * x
    dx = dp * w
    return L, dw, db, dx
