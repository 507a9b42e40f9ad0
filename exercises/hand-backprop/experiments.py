"""What is done with `hand_backprop`: one point each, in numbers of two decimals that can be redone on paper.

At an ordinary point the weight, the input, the bias and the error are all far from 0, from 1 and from each other, and
so is z from its tanh; elsewhere one of these is given up, and some mistakes become invisible.
"""

import math

import torch


def between(rng, low, high):
    spread = torch.rand((), generator=rng, dtype=torch.float64).item()
    return round(low + (high - low) * spread, 2)


def sign(rng):
    return 1 - 2 * int(torch.randint(2, (), generator=rng))


def bias_for(w, x, z):
    """The bias, of two decimals, that makes w*x + b about z."""
    return round(z - w * x, 2)


def seen(impl, case, probe):
    loss, dw, db, dx = impl.hand_backprop(case["w"], case["x"], case["b"], case["t"])
    numbers = {"loss": loss, "dw": dw, "db": db, "dx": dx}
    probe.show_gradients({name: numbers[name] for name in ("dw", "db", "dx")})
    return {name: probe.number(number) for name, number in numbers.items()}


def without_dust(numbers):
    """Rounded to twelve decimals: what should be 0 may be some 1e-16 in another, equally right formula."""
    return {name: round(number, 12) if type(number) is float else number for name, number in numbers.items()}


def make_ordinary(rng):
    w, x = sign(rng) * between(rng, 0.4, 0.8), sign(rng) * between(rng, 1.3, 2.5)
    z = sign(rng) * between(rng, 0.7, 1.4)
    return {"w": w, "x": x, "b": bias_for(w, x, z), "t": between(rng, -0.4, 0.4)}


def observe_ordinary(impl, case, probe):
    return seen(impl, case, probe)


def make_x_zero(rng):
    return {
        "w": sign(rng) * between(rng, 0.4, 0.8),
        "x": 0.0,
        "b": sign(rng) * between(rng, 0.7, 1.4),
        "t": between(rng, -0.4, 0.4),
    }


def observe_x_zero(impl, case, probe):
    return seen(impl, case, probe)


def make_w_zero(rng):
    return {
        "w": 0.0,
        "x": sign(rng) * between(rng, 1.3, 2.5),
        "b": sign(rng) * between(rng, 0.7, 1.4),
        "t": between(rng, -0.4, 0.4),
    }


def observe_w_zero(impl, case, probe):
    return seen(impl, case, probe)


def make_w_is_x(rng):
    w = sign(rng) * between(rng, 1.3, 2.5)
    return {"w": w, "x": w, "b": bias_for(w, w, sign(rng) * between(rng, 0.7, 1.4)), "t": between(rng, -0.4, 0.4)}


def observe_w_is_x(impl, case, probe):
    return seen(impl, case, probe)


def make_saturated(rng):
    w = sign(rng) * between(rng, 4.0, 6.0)
    x = round(24.0 / w, 2)
    return {"w": w, "x": x, "b": bias_for(w, x, 25.0), "t": between(rng, -0.4, 0.4)}


def observe_saturated(impl, case, probe):
    return without_dust(seen(impl, case, probe))


def make_perfect(rng):
    case = make_ordinary(rng)
    return case | {"t": math.tanh(case["w"] * case["x"] + case["b"])}


def observe_perfect(impl, case, probe):
    return without_dust(seen(impl, case, probe))


def make_far_target(rng):
    return make_ordinary(rng) | {"t": sign(rng) * between(rng, 0.9, 1.1) * 1e6}


def observe_far_target(impl, case, probe):
    # Here the loss is 1e12, and the difference of two such losses has no more than a few right digits.
    return seen(impl, case, probe)
