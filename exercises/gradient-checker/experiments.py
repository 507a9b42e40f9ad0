"""What is done with `numeric_grad` and `check`: formulas with known slopes, float64, an own factor for every element.

Where a step is given it is large, so that what is compared is the central difference itself and no rounding; the step
that is used without being asked for shows on waves as short as it is.
"""

import re

import torch

REPORT = re.compile(r"input\s*(\d+)\s*,\s*index\s*(\(.*?\))\s*:\s*got\s+(\S+)\s+expected\s+(\S+)")


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def away_from_zero(rng, *shape):
    """Numbers between 1 and 2 of either sign."""
    size = 1.0 + torch.rand(*shape, generator=rng, dtype=torch.float64)
    return size * normal(rng, *shape).sign()


def read(report):
    """Where a report points to, and its two numbers to about two digits; anything else as it is."""
    found = REPORT.match(report.strip()) if isinstance(report, str) else None
    if found is None:
        return report
    place, index, *numbers = found.groups()
    try:
        got, expected = (float(number.strip(",.;")) for number in numbers)
    except ValueError:
        return report
    return {
        "input": int(place),
        "index": "".join(index.split()),
        "got": torch.tensor(got, dtype=torch.float16),
        "expected": torch.tensor(expected, dtype=torch.float16),
    }


def shown(probe, grads):
    probe.show_gradients({f"input {place}": grad for place, grad in enumerate(grads)})
    return grads


# numeric_grad


def make_cubic(rng):
    return {"x": normal(rng, 2, 3), "factors": away_from_zero(rng, 2, 3)}


def observe_cubic(impl, case, probe):
    def f(x):
        return (case["factors"] * x**3).sum()

    return shown(probe, impl.numeric_grad(f, [case["x"]], eps=0.1))


def make_three_inputs(rng):
    return {"a": normal(rng, 2, 3), "b": normal(rng, 3), "c": normal(rng, 2), "factors": away_from_zero(rng, 2, 3)}


def observe_three_inputs(impl, case, probe):
    def f(a, b, c):
        return (case["factors"] * a**2 * b.exp()).sum() + (c**3 * a.sum(1)).sum()

    return shown(probe, impl.numeric_grad(f, [case["a"], case["b"], case["c"]], eps=1e-2))


def make_no_axes(rng):
    return {"x": normal(rng, 1)[0]}


def observe_no_axes(impl, case, probe):
    return shown(probe, impl.numeric_grad(lambda x: x.sin(), [case["x"]], eps=0.1))


def make_transposed(rng):
    return {"x": normal(rng, 3, 2), "factors": away_from_zero(rng, 2, 3)}


def observe_transposed(impl, case, probe):
    def f(x):
        return (case["factors"] * x**3).sum()

    return shown(probe, impl.numeric_grad(f, [case["x"].t()], eps=0.1))


def make_three_axes(rng):
    return {"x": away_from_zero(rng, 2, 3, 2), "factors": away_from_zero(rng, 2, 3, 2)}


def observe_three_axes(impl, case, probe):
    x, factors = case["x"], case["factors"]

    def f(x):
        return (factors * x**2).sum()

    grads = 2 * factors * x
    grads[1, 2, 1] += 3.0
    return {"slopes": impl.numeric_grad(f, [x], eps=0.1), "report": read(impl.check(f, [x], [grads]))}


def make_empty(rng):
    return {"none": normal(rng, 0, 3), "some": normal(rng, 2)}


def observe_empty(impl, case, probe):
    def f(none, some):
        return none.sum() + (some**3).sum()

    return impl.numeric_grad(f, [case["none"], case["some"]], eps=0.1)


def make_default_step(rng):
    return {"x": 1e-6 * normal(rng, 2, 3), "factors": away_from_zero(rng, 2, 3)}


def observe_default_step(impl, case, probe):
    def f(x):
        return (case["factors"] * torch.sin(1e6 * x)).sum()

    return impl.numeric_grad(f, [case["x"]])


def make_inputs_kept(rng):
    return {"a": normal(rng, 4, 5), "b": normal(rng, 5)}


def observe_inputs_kept(impl, case, probe):
    given = [case["a"], case["b"]]
    inputs = probe.inputs(given)
    impl.numeric_grad(lambda a, b: (a * b).sum(), given, eps=0.1)
    return {
        "changed inputs": inputs.changed(),
        "still the same two": [one is case[name] for one, name in zip(given, "ab", strict=True)],
    }


def make_no_history(rng):
    return {"a": normal(rng, 2, 3), "b": normal(rng, 3)}


def observe_no_history(impl, case, probe):
    a, b = case["a"].requires_grad_(), case["b"].requires_grad_()
    grads = impl.numeric_grad(lambda a, b: (a**2 * b).sum(), [a, b], eps=0.1)
    return {
        "slopes": [grad.detach() for grad in grads],
        "slopes that require grad": [grad.requires_grad for grad in grads],
        "inputs that require grad": [a.requires_grad, b.requires_grad],
    }


# check


def two_inputs(rng):
    """Two inputs whose sizes and slopes are between 1 and 2 or between 1 and 4."""
    return {"a": away_from_zero(rng, 2, 3), "b": away_from_zero(rng, 3)}


def product(a, b):
    return (a**2 * b).sum()


def right_slopes(case):
    a, b = case["a"], case["b"]
    return [2 * a * b, (a**2).sum(0)]


def make_agrees(rng):
    return two_inputs(rng) | {"none": normal(rng, 0, 2)}


def observe_agrees(impl, case, probe):
    def f(none, a, b):
        return none.sum() + product(a, b)

    grads = [torch.zeros_like(case["none"]), *right_slopes(case)]
    return read(impl.check(f, [case["none"], case["a"], case["b"]], grads))


def make_too_large(rng):
    return two_inputs(rng)


def observe_too_large(impl, case, probe):
    grads = right_slopes(case)
    grads[0][1, 2] += 3.0
    return read(impl.check(product, [case["a"], case["b"]], grads))


def make_too_small(rng):
    return two_inputs(rng)


def observe_too_small(impl, case, probe):
    grads = right_slopes(case)
    grads[1][1] -= 2.0
    return read(impl.check(product, [case["a"], case["b"]], grads))


def make_single_number(rng):
    return {"x": away_from_zero(rng, 1)[0]}


def observe_single_number(impl, case, probe):
    return read(impl.check(lambda x: x**2, [case["x"]], [3 * case["x"]]))


def make_worst(rng):
    return {"factors": [1000.0 * away_from_zero(rng, 2), away_from_zero(rng, 2), 1000.0 * away_from_zero(rng, 2)]}


def observe_worst(impl, case, probe):
    def f(*xs):
        return sum((factors * x).sum() for factors, x in zip(case["factors"], xs, strict=True))

    grads = [factors.clone() for factors in case["factors"]]
    grads[0][1] += 1.0  # a thousandth of the slope
    grads[1][0] += 2.0  # as much as the slope
    grads[2][0] += 5.0  # five thousandths of it
    grads[2][1] += 1.0
    xs = [torch.zeros_like(factors) for factors in case["factors"]]
    by_share = read(impl.check(f, xs, grads))
    # Where atol is most of a tolerance, a tenth of a large slope is worse than three times a small one.
    grads = [factors.clone() for factors in case["factors"]]
    grads[0][1] += 200.0
    grads[1][0] += 6.0
    return {"rtol counts": by_share, "atol counts": read(impl.check(f, xs, grads, rtol=1e-6, atol=1.0))}


def make_relative_tolerance(rng):
    return {"factors": 1000.0 * away_from_zero(rng, 4)}


def observe_relative_tolerance(impl, case, probe):
    return [off_by(impl, case["factors"], place, 1.0 + 0.7e-5, 0.0) for place in (0, 3)] + [
        off_by(impl, case["factors"], place, 1.0 + 1.4e-5, 0.0) for place in (0, 3)
    ]


def off_by(impl, factors, place, times, more, **tolerances):
    """Where `check` finds a fault in the slopes of a plane, one of which is changed."""
    grads = factors.clone()
    grads[place] = times * grads[place] + more
    report = read(impl.check(lambda x: (factors * x).sum(), [torch.zeros_like(factors)], [grads], **tolerances))
    return {"index": report["index"]} if isinstance(report, dict) else report


def make_absolute_tolerance(rng):
    return {"factors": torch.cat([torch.zeros(2, dtype=torch.float64), away_from_zero(rng, 2)])}


def observe_absolute_tolerance(impl, case, probe):
    return [off_by(impl, case["factors"], 1, 1.0, more) for more in (0.7e-7, -0.7e-7, 1.4e-7, -1.4e-7)]


def make_other_tolerances(rng):
    return {"factors": away_from_zero(rng, 4)}


def observe_other_tolerances(impl, case, probe):
    relative = [off_by(impl, case["factors"], 2, times, 0.0, rtol=0.1, atol=1e-9) for times in (0.93, 1.07, 1.14)]
    absolute = [off_by(impl, case["factors"], 2, 1.0, more, rtol=1e-9, atol=0.1) for more in (0.07, -0.07, 0.14)]
    # Both parts count, and rtol is a share of the expected slope, not of the larger one that is given.
    both = 0.1 + 0.1 * case["factors"][2].abs().item()
    together = [off_by(impl, case["factors"], 2, 1.0, more * both, rtol=0.1, atol=0.1) for more in (0.93, 1.07)]
    larger = [off_by(impl, case["factors"], 2, 1.6, 0.0, rtol=0.5, atol=1e-9)]
    return relative + absolute + together + larger


def make_not_a_number(rng):
    return two_inputs(rng)


def observe_not_a_number(impl, case, probe):
    grads = right_slopes(case)
    grads[0][0, 1] = grads[0][1, 0] = grads[1][0] = torch.nan
    return read(impl.check(product, [case["a"], case["b"]], grads))


def make_slope_not_a_number(rng):
    return {"x": -away_from_zero(rng, 1)[0].abs()}


def observe_slope_not_a_number(impl, case, probe):
    return [read(impl.check(torch.sqrt, [case["x"]], [grad])) for grad in (2 * case["x"], case["x"].sqrt())]
