"""What is done with `dropout`: thousands of elements are dropped or not, and what is true of every right mask is seen.

Shares are rounded so coarsely that chance alone does not move them: where the rounding changes is over ten standard
deviations away. No probability is 0.5, at which dropping and keeping, p and 1 - p look alike. Numbers are float64, none
of them zero.
"""

import torch

SOME = (5, 4)
MANY = (100, 100)


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def share(mask):
    return round(mask.double().mean().item(), 1)


def extremes(factors):
    """The smallest and the largest of some factors, None if there are none."""
    return [factors.min().item(), factors.max().item()] if factors.numel() else None


def with_gradient(impl, case, p, training):
    """The result, and the gradient at the input for the case's gradient at the result; no graph means zeros."""
    x = case["x"].requires_grad_()
    out = impl.dropout(x, p, training)
    if out.requires_grad:
        (out * case["upstream"]).sum().backward()
    return {"result": out.detach(), "gradient": torch.zeros_like(x) if x.grad is None else x.grad}


def make_share_dropped(rng):
    return {"x": normal(rng, *MANY)}


def observe_share_dropped(impl, case, probe):
    return {f"share of zeros, p = {p}": share(impl.dropout(case["x"].clone(), p, True) == 0) for p in (0.2, 0.7)}


def make_survivors(rng):
    return {"x": normal(rng, *MANY)}


def observe_survivors(impl, case, probe):
    seen = {}
    for p in (0.2, 0.7):
        out = impl.dropout(case["x"].clone(), p, True)
        seen[f"smallest and largest factor, p = {p}"] = extremes((out / case["x"])[out != 0])
    return seen


def make_gradient(rng):
    return {"x": normal(rng, *MANY), "upstream": normal(rng, *MANY)}


def observe_gradient(impl, case, probe):
    seen = with_gradient(impl, case, 0.2, training=True)
    factors = seen["gradient"] / case["upstream"]
    dropped = seen["result"] == 0
    return {
        "smallest and largest factor at survivors": extremes(factors[~dropped]),
        "smallest and largest factor at dropped elements": extremes(factors[dropped]),
    }


def make_neighbours(rng):
    return {"x": normal(rng, 25, 30, 30)}


def observe_neighbours(impl, case, probe):
    dropped = impl.dropout(case["x"], 0.28, True) == 0  # 0.28 and 0.72 squared, 0.6 of the pairs, have one fate
    seen = {}
    for axis in range(dropped.dim()):
        seen[f"axis {axis}: share of neighbours with one fate"] = share(~dropped.diff(dim=axis))
        seen[f"axis {axis}: different slices of the mask"] = dropped.unique(dim=axis).shape[axis]
    return seen


def make_number_dropped(rng):
    return {"x": normal(rng, 10)}


def observe_number_dropped(impl, case, probe):
    counts = {int((impl.dropout(case["x"].clone(), 0.3, True) == 0).sum()) for _ in range(30)}
    return {"varies": len(counts) > 1}


def make_fresh_mask(rng):
    return {"x": normal(rng, *MANY)}


def observe_fresh_mask(impl, case, probe):
    first, second = (impl.dropout(case["x"].clone(), 0.2, True) == 0 for _ in range(2))
    return {"the same elements are dropped": torch.equal(first, second)}


def make_evaluation(rng):
    return {"x": normal(rng, *SOME), "upstream": normal(rng, *SOME)}


def observe_evaluation(impl, case, probe):
    seen = with_gradient(impl, case, 0.2, training=False)
    return {**seen, "numbers drawn next": probe.random_state()}


def make_p_zero(rng):
    return {"x": normal(rng, *SOME), "upstream": normal(rng, *SOME)}


def observe_p_zero(impl, case, probe):
    return with_gradient(impl, case, 0.0, training=True)


def make_p_one(rng):
    return {"x": normal(rng, *SOME), "upstream": normal(rng, *SOME)}


def observe_p_one(impl, case, probe):
    return with_gradient(impl, case, 1.0, training=True)


def make_input_kept(rng):
    return {"x": normal(rng, *SOME)}


def observe_input_kept(impl, case, probe):
    inputs = probe.inputs(case["x"])
    for p in (0.0, 0.3, 1.0):
        impl.dropout(case["x"], p, True)
        impl.dropout(case["x"], p, False)
    return {"changed": bool(inputs.changed())}


def make_dtypes(rng):
    return {"x": normal(rng, 2, 3, 4)}


def observe_dtypes(impl, case, probe):
    inputs = [case["x"].to(dtype) for dtype in (torch.float32, torch.bfloat16)]
    inputs += [case["x"][0, 0, 0], case["x"][:0]]  # no axes, no elements
    return probe.outline(
        [impl.dropout(x, p, mode) for x in inputs for p, mode in ((0.2, True), (1.0, True), (0.2, False))]
    )


def make_device(rng):
    return {"x": normal(rng, *SOME)}


def observe_device(impl, case, probe):
    return probe.outline(impl.dropout(probe.on_meta(case["x"]), 0.2, True))
