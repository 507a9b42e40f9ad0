"""What is done with `mse_loss`: losses and slopes where shapes agree, and pairs of shapes that have to be refused.

Numbers are float64 but for the single number. A slope is that of the loss times a factor, and of single losses with a
weight for each.
"""

import torch


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def pair(rng, *shape):
    return {"pred": normal(rng, *shape), "target": normal(rng, *shape)}


def loss_and_slopes(impl, case, **options):
    """The loss, and the slope of its weighted sum at the predictions; None where it has none."""
    leaf = case["pred"].clone().requires_grad_()
    loss = impl.mse_loss(leaf, case["target"].clone(), **options)
    if not isinstance(loss, torch.Tensor):
        return {"loss": loss, "slopes": None}
    weights = torch.linspace(0.5, 2.0, loss.numel(), dtype=loss.dtype).reshape(loss.shape)
    slopes = torch.autograd.grad((weights * loss).sum(), leaf)[0] if loss.requires_grad else None
    return {"loss": loss.detach(), "slopes": slopes}


def refusal(impl, case, probe):
    """How two shapes that differ are answered, once a pair of one shape has passed."""
    impl.mse_loss(case["pred"], case["pred"])
    answer = probe.caught(lambda: impl.mse_loss(case["pred"], case["target"]), "shape")
    return answer if isinstance(answer, dict) else {"raises": "nothing", "mentions 'shape'": False}


def make_mean(rng):
    return pair(rng, 2, 3, 4)


def observe_mean(impl, case, probe):
    seen = loss_and_slopes(impl, case)
    probe.show_gradients({"pred": seen["slopes"]})
    return seen


def make_sum(rng):
    return pair(rng, 5, 3)


def observe_sum(impl, case, probe):
    return loss_and_slopes(impl, case, reduction="sum")


def make_none(rng):
    return pair(rng, 5, 3)


def observe_none(impl, case, probe):
    return loss_and_slopes(impl, case, reduction="none")


def make_perfect(rng):
    """Whole numbers, so that every way to write the formula gives exactly 0."""
    pred = torch.randint(-9, 10, (4, 3), generator=rng).double()
    return {"pred": pred, "target": pred}


def observe_perfect(impl, case, probe):
    return loss_and_slopes(impl, case)


def make_single_number(rng):
    return {"pred": 2.0 + torch.rand((), generator=rng), "target": torch.rand((), generator=rng)}


def observe_single_number(impl, case, probe):
    return loss_and_slopes(impl, case)


def make_no_numbers(rng):
    return pair(rng, 0, 2)


def observe_no_numbers(impl, case, probe):
    return {
        reduction: impl.mse_loss(case["pred"], case["target"], reduction=reduction)
        for reduction in ("mean", "sum", "none")
    }


def make_column_and_row(rng):
    return {"pred": normal(rng, 4, 1), "target": normal(rng, 4)}


def observe_column_and_row(impl, case, probe):
    return refusal(impl, case, probe)


def make_transposed(rng):
    return {"pred": normal(rng, 1, 4), "target": normal(rng, 4, 1)}


def observe_transposed(impl, case, probe):
    return refusal(impl, case, probe)


def make_scalar_target(rng):
    return {"pred": normal(rng, 2, 3), "target": normal(rng)}


def observe_scalar_target(impl, case, probe):
    return refusal(impl, case, probe)


def make_extra_axis(rng):
    return {"pred": normal(rng, 3), "target": normal(rng, 1, 3)}


def observe_extra_axis(impl, case, probe):
    return refusal(impl, case, probe)


def make_untouched(rng):
    return pair(rng, 3, 2)


def observe_untouched(impl, case, probe):
    inputs = probe.inputs(case)
    impl.mse_loss(case["pred"], case["target"])
    return {"changed": inputs.changed()}
