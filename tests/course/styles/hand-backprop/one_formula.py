"""The derivatives as closed formulas, the slope of tanh as 1 / cosh**2."""

from math import cosh, tanh


def hand_backprop(w, x, b, t):
    z = w * x + b
    common = 2 * (tanh(z) - t) / cosh(z) ** 2
    return (tanh(z) - t) ** 2, common * x, common, common * w
