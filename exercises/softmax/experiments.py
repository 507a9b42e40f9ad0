"""What is done with `relu`, `softmax` and `log_softmax`: values and slopes, for scores that are hard on exp and log.

Everything is float64 but for the experiments on float32. A slope is that of a weighted sum of all results, since a
plain sum of probabilities never changes.
"""

import torch

DIMS = (0, 1, 2, -1, -2, -3)


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def values_and_slopes(function, x, weights):
    """What a function gives for x, and the slope of the weighted sum of it at x; None where it has none."""
    leaf = x.clone().requires_grad_()
    out = function(leaf)
    slopes = torch.autograd.grad((weights * out).sum(), leaf)[0] if out.requires_grad else None
    return {"values": out.detach(), "slopes": slopes}


def rows(rng):
    return {"x": 2.0 * normal(rng, 2, 4), "weights": normal(rng, 2, 4)}


def large(rng):
    """Rows whose scores overflow exp, two close to each other and two far below."""
    base = torch.tensor([1000.0, 1000.0, -1000.0, -1500.0], dtype=torch.float64)
    return {"x": base + 2.0 * normal(rng, 2, 4), "weights": normal(rng, 2, 4)}


def two_scales(rng):
    """A row far above, a row far below: each is harmless once its own maximum is taken away."""
    base = torch.tensor([[800.0], [-800.0]], dtype=torch.float64)
    return {"x": base + 2.0 * normal(rng, 2, 3), "weights": normal(rng, 2, 3)}


def permuted(rng):
    return {"x": 2.0 * normal(rng, 4, 2, 3), "weights": normal(rng, 2, 3, 4)}


def on_every_dim(function, case):
    """The function along each axis of a (2, 3, 4) tensor that is not laid out in that order."""

    def along(dim):
        return values_and_slopes(lambda x: function(x.permute(1, 2, 0), dim), case["x"], case["weights"])

    return {f"dim={dim}": along(dim) for dim in DIMS}


def empty(rng):
    return {"no rows": normal(rng, 0, 3), "no columns": normal(rng, 3, 0)}


def on_empty_batches(function, case):
    return {"no rows, dim=1": function(case["no rows"], 1), "no columns, dim=0": function(case["no columns"], 0)}


def gap(rng):
    """Two float32 scores so far apart that the smaller one's probability is 0."""
    return {"x": torch.tensor([0.0, -200.0]) + torch.randn(2, generator=rng)}


def single(rng):
    return {"x": 2.0 * normal(rng, 3, 2)}


def changed_by(function, case, probe):
    inputs = probe.inputs(case["x"])
    function(case["x"])
    return {"x was changed": bool(inputs.changed())}


def make_relu(rng):
    return {"x": normal(rng, 3, 4), "weights": normal(rng, 3, 4)}


def observe_relu(impl, case, probe):
    return values_and_slopes(impl.relu, case["x"], case["weights"])


def make_relu_kink(rng):
    size = 0.5 + torch.rand((), generator=rng)
    return {"x": size * torch.tensor([-1.0, 0.0, 1.0]), "weights": 0.5 + torch.rand(3, generator=rng)}


def observe_relu_kink(impl, case, probe):
    seen = values_and_slopes(impl.relu, case["x"], case["weights"])
    return {**seen, "in float16": impl.relu(case["x"].half())}


make_relu_untouched = single


def observe_relu_untouched(impl, case, probe):
    return changed_by(impl.relu, case, probe)


make_softmax_rows = rows


def observe_softmax_rows(impl, case, probe):
    seen = values_and_slopes(lambda x: impl.softmax(x, 1), case["x"], case["weights"])
    probe.show_gradients({"x": seen["slopes"]})
    return seen


make_softmax_dims = permuted


def observe_softmax_dims(impl, case, probe):
    return on_every_dim(impl.softmax, case)


make_softmax_large = large


def observe_softmax_large(impl, case, probe):
    return values_and_slopes(lambda x: impl.softmax(x, 1), case["x"], case["weights"])


make_softmax_two_scales = two_scales


def observe_softmax_two_scales(impl, case, probe):
    return values_and_slopes(lambda x: impl.softmax(x, 1), case["x"], case["weights"])


make_softmax_empty = empty


def observe_softmax_empty(impl, case, probe):
    return on_empty_batches(impl.softmax, case)


make_softmax_float32 = gap


def observe_softmax_float32(impl, case, probe):
    return impl.softmax(case["x"], 0)


make_softmax_untouched = single


def observe_softmax_untouched(impl, case, probe):
    return changed_by(lambda x: impl.softmax(x, 1), case, probe)


make_log_softmax_rows = rows


def observe_log_softmax_rows(impl, case, probe):
    seen = values_and_slopes(lambda x: impl.log_softmax(x, 1), case["x"], case["weights"])
    probe.show_gradients({"x": seen["slopes"]})
    return seen


make_log_softmax_dims = permuted


def observe_log_softmax_dims(impl, case, probe):
    return on_every_dim(impl.log_softmax, case)


make_log_softmax_large = large


def observe_log_softmax_large(impl, case, probe):
    return values_and_slopes(lambda x: impl.log_softmax(x, 1), case["x"], case["weights"])


make_log_softmax_two_scales = two_scales


def observe_log_softmax_two_scales(impl, case, probe):
    return values_and_slopes(lambda x: impl.log_softmax(x, 1), case["x"], case["weights"])


make_log_softmax_empty = empty


def observe_log_softmax_empty(impl, case, probe):
    return on_empty_batches(impl.log_softmax, case)


make_log_softmax_float32 = gap


def observe_log_softmax_float32(impl, case, probe):
    return impl.log_softmax(case["x"], 0)


make_log_softmax_untouched = single


def observe_log_softmax_untouched(impl, case, probe):
    return changed_by(lambda x: impl.log_softmax(x, 1), case, probe)
