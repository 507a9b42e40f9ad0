"""What is done with `validate` and `train`: what autograd keeps is counted, and the numbers are compared.

Batches differ in size, so that a mean over batches is not a mean over examples. The model has dropout and batch norm.
"""

import torch
from torch import nn

FEATURES, HIDDEN = 4, 6
SIZES = (7, 4, 7, 2)


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng)


def new_case(rng):
    weights = [normal(rng, HIDDEN, FEATURES), normal(rng, HIDDEN), normal(rng, 1, HIDDEN)]
    return {
        "inputs": [normal(rng, size, FEATURES) for size in SIZES],
        "targets": [normal(rng, size, 1) for size in SIZES],
        "weights": weights,
        "gradients": [normal(rng, *each.shape) for each in weights],
        "mean": normal(rng, HIDDEN),
    }


def network(case):
    """A network with the case's weights, gradients and running means, in training mode, as a new one is."""
    model = nn.Sequential(
        nn.Linear(FEATURES, HIDDEN),
        nn.BatchNorm1d(HIDDEN, affine=False),
        nn.Dropout(0.5),
        nn.Linear(HIDDEN, 1, bias=False),
    )
    for parameter, values, gradient in zip(model.parameters(), case["weights"], case["gradients"], strict=True):
        parameter.data.copy_(values)
        parameter.grad = gradient.clone()
    model[1].running_mean.copy_(case["mean"])
    return model


def batches(case):
    return list(zip(case["inputs"], case["targets"], strict=True))


def has_graph(value):
    return isinstance(value, torch.Tensor) and value.requires_grad


make_loss = new_case


def observe_loss(impl, case, probe):
    model = network(case)
    return probe.numbers([impl.validate(model, batches(case)) for _ in range(2)], torch.float32)


make_number = new_case


def observe_number(impl, case, probe):
    loss = impl.validate(network(case), batches(case))
    return {"the loss is of type": type(loss).__name__, "it carries a graph": has_graph(loss)}


make_kept = new_case


def observe_kept(impl, case, probe):
    """All that is kept for a backward pass, and what is still there when the next batch begins."""
    model, alive = network(case), []
    with probe.saved_tensors() as saved:
        model.register_forward_pre_hook(lambda *_: alive.append(saved.alive))
        impl.validate(model, batches(case))
    return {"tensors kept for a backward pass": saved.count, "most there when a batch begins": max(alive)}


make_untouched = new_case


def observe_untouched(impl, case, probe):
    model = network(case)
    impl.validate(model, batches(case))
    trainable = [parameter.requires_grad for parameter in model.parameters()]
    gradients = [probe.filled(parameter.grad, parameter) for parameter in model.parameters()]
    return {
        **probe.parameters(model),
        **probe.buffers(model),
        "gradients": gradients,
        "require gradients": trainable,
        "in training mode": model.training,
    }


make_once = new_case


def observe_once(impl, case, probe):
    once = probe.batches(batches(case), once=True)
    loss = impl.validate(network(case), once)
    return {"loss": probe.numbers([loss], torch.float32), "batches taken": once.taken}


def make_training(rng, sizes=SIZES):
    rule = normal(rng, FEATURES, 1)
    inputs = [normal(rng, size, FEATURES) for size in (50, *sizes)]
    targets = [(x @ rule).tanh() + 0.1 * normal(rng, len(x), 1) for x in inputs]
    return {"inputs": inputs, "targets": targets, "seed": int(torch.randint(1, 1000, (), generator=rng))}


def train(impl, case, **settings):
    x, *val_inputs = case["inputs"]
    y, *val_targets = case["targets"]
    return impl.train(x, y, list(zip(val_inputs, val_targets, strict=True)), **settings)


def observe_training(impl, case, probe):
    with probe.loop() as trace:
        model, history = train(impl, case, epochs=4, lr=0.02, hidden=9, seed=case["seed"])
    probe.show_events(trace.events)
    probe.show_losses(history)
    return {
        **probe.parameters(model),
        "steps": trace.order.count("S"),
        "losses": probe.numbers(history, torch.float32),
        "losses are of types": sorted({type(loss).__name__ for loss in history}),
        "in training mode": model.training,
    }


def make_defaults(rng):
    """One batch to validate is enough: it takes a quarter of the time, forty times."""
    return make_training(rng, sizes=(5,))


def observe_defaults(impl, case, probe):
    model, history = train(impl, case)
    return {**probe.parameters(model), "losses": len(history)}
