"""A small tape: each step keeps its inputs and local derivatives, and a sweep adds up what arrives."""

import math


def hand_backprop(w, x, b, t):
    tape = []
    values = {"w": w, "x": x, "b": b, "t": t}

    def step(name, value, **slopes):
        values[name] = value
        tape.append((name, slopes))
        return value

    p = step("p", w * x, w=x, x=w)
    z = step("z", p + b, p=1, b=1)
    a = step("a", math.tanh(z), z=1 - math.tanh(z) ** 2)
    e = step("e", a - t, a=1, t=-1)
    loss = step("loss", e**2, e=2 * e)

    grads = dict.fromkeys(values, 0.0)
    grads["loss"] = 1.0
    for name, slopes in reversed(tape):
        for source, slope in slopes.items():
            grads[source] += grads[name] * slope
    return [loss, grads["w"], grads["b"], grads["x"]]
