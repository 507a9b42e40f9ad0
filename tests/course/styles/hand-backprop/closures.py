"""Each layer returns its output and a function that takes gradient back."""

import math
from collections import namedtuple

Gradients = namedtuple("Gradients", "loss dw db dx")


def linear(w, x, b):
    return w * x + b, lambda g: (g * x, g, g * w)


def bend(z):
    a = math.tanh(z)
    return a, lambda g: g - g * a * a


def squared_error(a, t):
    return (a - t) ** 2, lambda g: g * 2 * (a - t)


def hand_backprop(w, x, b, t):
    z, linear_back = linear(w, x, b)
    a, bend_back = bend(z)
    loss, error_back = squared_error(a, t)
    return Gradients(loss, *linear_back(bend_back(error_back(1.0))))
