"""What is done with `Value` and `no_grad`: scopes are opened and left in every way, and results looked at afterwards.

A flag alone could be faked, so a result made inside is used in a formula outside: the gradient shows whether it is a
constant. Numbers keep away from 0 and 1.
"""

import gc

import torch

LENGTH = 50


class Inside(Exception):  # noqa: N818  # it stands for any exception, not for an error
    """Raised within a scope."""


def between(rng, low, high):
    spread = torch.rand((), generator=rng, dtype=torch.float64).item()
    return round(low + (high - low) * spread, 2)


def asks(value):
    return bool(value.requires_grad)


def seen(probe, result, *leaves):
    """Number and flag of a result, and the gradients its sweep gives to leaves."""
    result.backward()
    probe.show_graph(result)
    return {
        "data": probe.number(result.data),
        "requires_grad": asks(result),
        "gradients": [probe.gradient(leaf.grad) for leaf in leaves],
    }


def make_plain(rng):
    return {"x": between(rng, 0.4, 0.9), "y": between(rng, 1.5, 3.0)}


def observe_plain(impl, case, probe):
    x, y = impl.Value(case["x"]), impl.Value(case["y"])
    with impl.no_grad():
        inside = ((x * y).tanh() + x) * y
    return {
        "made inside": probe.number(inside.data),
        "requires_grad": asks(inside),
        "used outside": seen(probe, inside * x * y, x, y),
        "leaves": [asks(x), asks(y)],
    }


def make_nested(rng):
    return {"x": between(rng, 1.5, 3.0)}


def observe_nested(impl, case, probe):
    x = impl.Value(case["x"])
    with impl.no_grad():
        with impl.no_grad():
            innermost = x * x
        between_scopes = x * x * x
    return {
        "requires_grad": [asks(innermost), asks(between_scopes)],
        "used outside": seen(probe, innermost * between_scopes * x, x),
    }


def make_leaf_inside(rng):
    return {"x": between(rng, 1.5, 3.0), "y": between(rng, 1.5, 3.0)}


def observe_leaf_inside(impl, case, probe):
    with impl.no_grad():
        x = impl.Value(case["x"])
        y = impl.Value(case["y"], requires_grad=True)
        z = impl.Value(case["x"], requires_grad=False)
    return {
        "requires_grad": [asks(x), asks(y), asks(z), asks(z * z)],
        "used outside": seen(probe, (x * y + z) * y, x, y),
    }


def make_flags(rng):
    return {"asking": between(rng, 1.5, 3.0), "frozen": between(rng, 1.5, 3.0)}


def observe_flags(impl, case, probe):
    asking, frozen = impl.Value(case["asking"], requires_grad=True), impl.Value(case["frozen"], requires_grad=False)
    asking_or_not = {"asking": asking, "frozen": frozen}
    binary = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
    }
    unary = {"-": lambda a: -a, "** 2": lambda a: a**2, "tanh": lambda a: a.tanh(), "relu": lambda a: a.relu()}
    flags = {
        f"{left} {sign} {right}": asks(operation(a, b))
        for sign, operation in binary.items()
        for left, a in asking_or_not.items()
        for right, b in asking_or_not.items()
    }
    flags |= {
        f"{sign} of {name}": asks(operation(value))
        for sign, operation in unary.items()
        for name, value in asking_or_not.items()
    }
    return {"by default": asks(impl.Value(case["asking"])), **flags}


def make_constants(rng):
    return {"asking": between(rng, 1.5, 3.0), "frozen": between(rng, 1.5, 3.0)}


def observe_constants(impl, case, probe):
    seen_with = {}
    for name, value in (("asking", impl.Value(case["asking"])), ("frozen", impl.Value(case["frozen"], False))):
        results = [value + 2, 2 + value, value - 2, 2 - value, value * 2, 2 * value, value / 2, 2 / value]
        seen_with[name] = [(probe.number(result.data), asks(result)) for result in results]
    return seen_with


def make_gradients(rng):
    return {"x": between(rng, 0.4, 0.9), "y": between(rng, 1.5, 3.0), "frozen": between(rng, 1.5, 3.0)}


def observe_gradients(impl, case, probe):
    leaves = [impl.Value(case["x"]), impl.Value(case["y"]), impl.Value(0.0)]
    x, y, zero = leaves
    frozen = impl.Value(case["frozen"], requires_grad=False)
    bent = (x * y).tanh()
    formulas = {
        "relu": (x.relu() * 3 + (-x).relu() * 5 + zero.relu() * 7) * -y,
        "skip": bent * bent + x * y * frozen,
        "powers": x**3 - (y - frozen) ** 2 + y**-0.5,
        "quotients": x / y + 2 / x - (3 - y) / frozen,
        "tanh": x.tanh() - y.tanh() * x.relu(),
        "twice": x + x + y * y,
        "leaf": x,
    }
    # Leaves add up over the sweeps.
    return {name: seen(probe, result, *leaves) for name, result in formulas.items()}


def make_two_sweeps(rng):
    return {"x": between(rng, 0.4, 0.9), "y": between(rng, 1.5, 3.0)}


def observe_two_sweeps(impl, case, probe):
    x, y = impl.Value(case["x"]), impl.Value(case["y"])
    with impl.no_grad():
        factor = x * y
    first = seen(probe, (x * y).tanh() * factor, x, y)
    return {"first": first, "second": seen(probe, factor * (x + y), x, y)}


def make_memory(rng):
    return {"x": between(rng, 0.4, 0.9)}


def observe_memory(impl, case, probe):
    x, frozen = impl.Value(case["x"]), impl.Value(case["x"], requires_grad=False)
    gc.freeze()  # from here on only what is new is counted
    try:
        with impl.no_grad():
            inside = doubled_and_bent(x)
        kept_inside = alive(type(inside))
        constant = doubled_and_bent(frozen)
        kept_by_constant = alive(type(constant)) - kept_inside
    finally:
        gc.unfreeze()
    return {
        "results": [probe.number(inside.data), probe.number(constant.data)],
        "values alive with a result made inside": kept_inside,
        "values alive with a result of values that ask for nothing": kept_by_constant,
    }


def doubled_and_bent(value):
    for _ in range(LENGTH):
        value = (value + value).tanh()
    return value


def alive(kind):
    gc.collect()
    return sum(type(thing) is kind for thing in gc.get_objects())


# Last, since a switch that is left in the wrong position is so for every experiment that follows.


def make_exception(rng):
    return {"x": between(rng, 1.5, 3.0)}


def observe_exception(impl, case, probe):
    x = impl.Value(case["x"])

    def leave(keep):
        with impl.no_grad():
            keep.append(x * x)
            raise Inside

    kept = []
    with impl.no_grad():
        arrived = caught(leave, kept)
        kept.append(x * 3)
    again = caught(leave, kept)
    return {
        "the exception arrives": [arrived, again],
        "requires_grad": [asks(value) for value in kept],
        "afterwards": seen(probe, x * x * kept[0], x),
    }


def make_decorator(rng):
    return {"x": between(rng, 1.5, 3.0), "y": between(rng, 1.5, 3.0)}


def observe_decorator(impl, case, probe):
    x, y = impl.Value(case["x"]), impl.Value(case["y"])

    @impl.no_grad()
    def weighted(value, *, weight):
        if weight is None:
            raise Inside
        return value * value * weight

    first, second = weighted(x, weight=2), weighted(y, weight=y)
    arrived = caught(lambda: weighted(x, weight=None))
    return {
        "data": [probe.number(first.data), probe.number(second.data)],
        "requires_grad": [asks(first), asks(second)],
        "the exception arrives": arrived,
        "afterwards": seen(probe, x * first + y * second, x, y),
    }


def make_recursion(rng):
    return {"x": between(rng, 1.2, 1.8)}


def observe_recursion(impl, case, probe):
    x = impl.Value(case["x"])
    flags = []

    @impl.no_grad()
    def power(value, exponent):
        result = value if exponent == 1 else power(value, exponent - 1) * value
        flags.append(asks(value * value))
        return result

    cube = power(x, 3)
    return {
        "data": probe.number(cube.data),
        "requires_grad inside": [*flags, asks(cube)],
        "afterwards": seen(probe, cube * x, x),
    }


def caught(call, *arguments):
    try:
        call(*arguments)
    except Inside:
        return True
    return False
