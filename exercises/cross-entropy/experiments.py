"""What is done with `cross_entropy`: losses and the slopes of the logits, for every option.

Numbers are float64 but where float32 is the point. Batches have more classes than samples, or fewer, never as many.
A slope is that of the loss times a factor, and of single losses with a weight for each, so that it is not simply
probabilities minus truth.
"""

import torch

IGNORED = -100


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def classes(rng, samples, among):
    return torch.randint(among, (samples,), generator=rng)


def loss_and_slopes(impl, logits, target, **options):
    """The loss, and the slope of its weighted sum at the logits; None where it has none."""
    leaf = logits.clone().requires_grad_()
    loss = impl.cross_entropy(leaf, target.clone(), **options)
    weights = torch.linspace(0.5, 2.0, loss.numel(), dtype=loss.dtype).reshape(loss.shape)
    slopes = torch.autograd.grad((weights * loss).sum(), leaf)[0] if loss.requires_grad else None
    return {"loss": loss.detach(), "slopes": slopes}


def finite_loss_and_slopes(impl, case):
    """The same, where the loss has to be finite: smoothing by 0 may turn a wrong inf into NaN, and need not."""
    seen = loss_and_slopes(impl, case["logits"], case["target"])
    loss = seen["loss"]
    return {"loss, or NaN if it is not finite": torch.where(loss.isfinite(), loss, torch.nan), "slopes": seen["slopes"]}


def batch(rng, samples=5, among=3):
    return {"logits": 2.0 * normal(rng, samples, among), "target": classes(rng, samples, among)}


def make_mean(rng):
    return batch(rng)


def observe_mean(impl, case, probe):
    seen = loss_and_slopes(impl, case["logits"], case["target"])
    probe.show_gradients({"logits": seen["slopes"]})
    return seen


def make_sum(rng):
    return batch(rng)


def observe_sum(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"], reduction="sum")


def make_none(rng):
    return batch(rng)


def observe_none(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"], reduction="none")


def make_one_sample(rng):
    return batch(rng, samples=1, among=4)


def observe_one_sample(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"], reduction="none")


def make_surely_wrong(rng):
    """Logits that overflow exp, with the lowest score for the right class, and a row far below the other."""
    base = torch.tensor([[1000.0, 0.0, -1000.0], [-800.0, -801.0, -802.0]], dtype=torch.float64)
    return {"logits": base + normal(rng, 2, 3), "target": torch.tensor([2, 0])}


def observe_surely_wrong(impl, case, probe):
    return finite_loss_and_slopes(impl, case)


def make_float32(rng):
    """A float32 score so low that its probability is 0."""
    logits = torch.tensor([[200.0, 0.0, 0.0], [1.0, 0.0, 2.0]]) + torch.randn(2, 3, generator=rng)
    return {"logits": logits, "target": torch.tensor([1, 0])}


def observe_float32(impl, case, probe):
    return finite_loss_and_slopes(impl, case)


def ignoring(rng, ignored=IGNORED):
    """Three targets of five count."""
    case = batch(rng)
    target = case["target"].clone()
    target[[1, 4]] = ignored
    return case | {"target": target}


make_ignored_mean = ignoring


def observe_ignored_mean(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"])


def make_ignored_beyond(rng):
    return ignoring(rng, 255)


def observe_ignored_beyond(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"], ignore_index=255)


make_ignored_none = ignoring


def observe_ignored_none(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"], reduction="none")


def make_ignored_class(rng):
    """A class of the model's own is ignored: class 2, which two of six targets have."""
    return {"logits": 2.0 * normal(rng, 6, 4), "target": torch.tensor([2, 0, 1, 3, 2, 0])}


def observe_ignored_class(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"], ignore_index=2)


def make_all_ignored(rng):
    case = batch(rng, samples=2)
    return case | {"target": torch.full_like(case["target"], IGNORED)}


def observe_all_ignored(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"])


def make_no_samples(rng):
    return batch(rng, samples=0)


def observe_no_samples(impl, case, probe):
    return {
        reduction: impl.cross_entropy(case["logits"], case["target"], reduction=reduction)
        for reduction in ("mean", "sum", "none")
    }


def make_smoothing(rng):
    return batch(rng, samples=3, among=5)


def observe_smoothing(impl, case, probe):
    return loss_and_slopes(impl, case["logits"], case["target"], label_smoothing=0.3)


def make_smoothing_ignored(rng):
    return ignoring(rng) | {"classes": torch.tensor([2, 0, 1, 0, 2])}


def observe_smoothing_ignored(impl, case, probe):
    seen = {
        reduction: loss_and_slopes(impl, case["logits"], case["target"], label_smoothing=0.3, reduction=reduction)
        for reduction in ("sum", "mean", "none")
    }
    of_a_class = loss_and_slopes(impl, case["logits"], case["classes"], ignore_index=2, label_smoothing=0.3)
    return {**seen, "one of the classes ignored": of_a_class}


make_untouched = ignoring


def observe_untouched(impl, case, probe):
    inputs = probe.inputs(case)
    impl.cross_entropy(case["logits"], case["target"], label_smoothing=0.1)
    return {"changed": inputs.changed()}
