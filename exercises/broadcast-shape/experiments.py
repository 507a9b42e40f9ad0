"""What is done with `broadcast_shape`: pairs of shapes of one kind each, whose lengths the seed decides.

Lengths of one pair all differ, unless they have to meet, so that no axis can stand in for another.
"""

import torch


def lengths(rng, count, low=2, high=12):
    """Different lengths from `low` up to below `high`."""
    return tuple((low + torch.randperm(high - low, generator=rng)[:count]).tolist())


def shapes(impl, case):
    """What the function gives for each pair of shapes, or that it refuses them."""
    return [{"a": a, "b": b, "shape": shape_or_refusal(impl, a, b)} for a, b in case["pairs"]]


def shape_or_refusal(impl, a, b):
    try:
        return impl.broadcast_shape(a, b)
    except ValueError:
        return "ValueError"


def make_equal_shapes(rng):
    return {"pairs": [(shape, shape) for shape in (lengths(rng, 1), lengths(rng, 2), lengths(rng, 3))]}


def observe_equal_shapes(impl, case, probe):
    return shapes(impl, case)


def make_both_stretch(rng):
    m, n, k = lengths(rng, 3)
    return {"pairs": [((m, 1), (1, n)), ((1, n), (m, 1)), ((m, 1, k), (1, n, 1)), ((m, n, 1), (m, 1, k))]}


def observe_both_stretch(impl, case, probe):
    return shapes(impl, case)


def make_first_longer(rng):
    m, n, k = lengths(rng, 3)
    return {"pairs": [((m, n), (n,)), ((m, n), (1,)), ((m, 1, k), (n, 1)), ((m, n, 1), (k,))]}


def observe_first_longer(impl, case, probe):
    return shapes(impl, case)


def make_second_longer(rng):
    m, n, k = lengths(rng, 3)
    return {"pairs": [((n,), (m, n)), ((1,), (m, n)), ((n, 1), (m, 1, k)), ((k,), (m, n, 1))]}


def observe_second_longer(impl, case, probe):
    return shapes(impl, case)


def make_no_axes(rng):
    m, n = lengths(rng, 2)
    return {"pairs": [((), (m, n)), ((m, n), ()), ((), (m,)), ((), ())]}


def observe_no_axes(impl, case, probe):
    return shapes(impl, case)


def make_all_ones(rng):
    ranks = (1, *lengths(rng, 2, high=5))
    return {"pairs": [((1,), (1,) * rank) for rank in ranks] + [((1, 1), (1,)), ((1,), ())]}


def observe_all_ones(impl, case, probe):
    return shapes(impl, case)


def make_empty_axes(rng):
    m, n = lengths(rng, 2)
    return {"pairs": [((0, m), (1, m)), ((m, 1), (0,)), ((1, n), (m, 0, n)), ((m, 0), (m, 0)), ((0,), ())]}


def observe_empty_axes(impl, case, probe):
    return shapes(impl, case)


def make_many_axes(rng):
    full = lengths(rng, 7)
    stretched = torch.randperm(7, generator=rng).tolist()
    ones_in_long, ones_in_short = stretched[:2], stretched[2:4]
    long = tuple(1 if axis in ones_in_long else length for axis, length in enumerate(full))
    short = tuple(1 if axis in ones_in_short else length for axis, length in enumerate(full))[2:]
    return {"pairs": [(long, short), (short, long)]}


def observe_many_axes(impl, case, probe):
    return shapes(impl, case)


def make_refused_left(rng):
    m, n, k = lengths(rng, 3)
    return {"pairs": [((m, n), (m,)), ((m,), (m, n)), ((m, n, k), (m, n))]}


def observe_refused_left(impl, case, probe):
    return shapes(impl, case)


def make_refused_multiple(rng):
    m, times = lengths(rng, 2, high=6)
    return {"pairs": [((m * times,), (m,)), ((m,), (m * times,)), ((m, m), (m, m * times))]}


def observe_refused_multiple(impl, case, probe):
    return shapes(impl, case)


def make_refused_empty(rng):
    m, n = lengths(rng, 2)
    return {"pairs": [((0,), (m,)), ((m, n), (0, n)), ((m, 0), (m, n))]}


def observe_refused_empty(impl, case, probe):
    return shapes(impl, case)


def make_refused_places(rng):
    m, n, k, other = lengths(rng, 4)
    return {"pairs": [((m, n, k), (other, n, k)), ((m, n, k), (m, other, 1)), ((m, 1, k), (n, other))]}


def observe_refused_places(impl, case, probe):
    return shapes(impl, case)
