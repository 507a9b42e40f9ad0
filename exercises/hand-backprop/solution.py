"""One neuron forward, then back from its loss: what arrives, times the local derivative, step by step."""

import math


def hand_backprop(w, x, b, t):
    """The loss (tanh(w*x + b) - t)**2 and its derivatives: loss, dw, db, dx."""
    z = w * x + b
    a = math.tanh(z)
    e = a - t
    loss = e * e

    de = 2.0 * e
    dz = de * (1.0 - a * a)  # a = tanh(z) moves 1 - a*a times as far as z; e = a - t moves as far as a
    dw = dz * x
    dx = dz * w
    return loss, dw, dz, dx  # b is added, so its gradient is that of z
