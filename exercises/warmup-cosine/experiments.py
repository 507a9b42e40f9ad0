"""What is done with `lr_at`: it is asked for the rates of many steps, in float64.

The rates of a case are compared as one tensor, so that one near zero is measured by the others.
"""

import torch


def number(rng, low, high):
    return low + (high - low) * float(torch.rand((), generator=rng, dtype=torch.float64))


def whole_number(rng, low, high):
    return int(torch.randint(low, high + 1, (), generator=rng))


def new_case(rng, *, warmup=None, floor=0.0):
    """A plan with 3 to 6 steps of warm-up, if not given, and 7 to 12 steps after it; `floor` is a share of base."""
    base = number(rng, 0.1, 1.0)
    warmup = whole_number(rng, 3, 6) if warmup is None else warmup
    return {"base": base, "warmup": warmup, "total": warmup + whole_number(rng, 7, 12), "floor": floor * base}


def rates(impl, case, probe, steps):
    found = [impl.lr_at(step, case["base"], case["warmup"], case["total"], case["floor"]) for step in steps]
    return {"rates": probe.numbers(found, torch.float64)}


def make_rise(rng):
    return new_case(rng, floor=0.1)


def observe_rise(impl, case, probe):
    return rates(impl, case, probe, range(case["warmup"]))


make_fall = new_case


def observe_fall(impl, case, probe):
    return rates(impl, case, probe, range(case["warmup"], case["total"]))


def make_with_floor(rng):
    return new_case(rng, floor=number(rng, 0.05, 0.15))


def observe_with_floor(impl, case, probe):
    return rates(impl, case, probe, range(case["total"]))


def make_high_floor(rng):
    return new_case(rng, floor=number(rng, 0.5, 0.8))


def observe_high_floor(impl, case, probe):
    return rates(impl, case, probe, range(case["total"]))


def make_no_warmup(rng):
    return new_case(rng, warmup=0, floor=0.1)


def observe_no_warmup(impl, case, probe):
    return rates(impl, case, probe, range(case["total"]))


def make_short_warmup(rng):
    return new_case(rng, warmup=1, floor=0.1)


def observe_short_warmup(impl, case, probe):
    return rates(impl, case, probe, range(case["total"]))


def make_beyond_the_end(rng):
    return new_case(rng, floor=0.1)


def observe_beyond_the_end(impl, case, probe):
    total = case["total"]
    return rates(impl, case, probe, [total - 1, total, total + 1, total + 4, 2 * total, 5 * total])
