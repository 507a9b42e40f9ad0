"""What is done with `adapt`: networks with weights from the case get a new task, and weights and losses are looked at.

One run uses the defaults, so that a changed default shows; the others name every setting. A step costs the same for a
few rows as for many, so few steps are taken where few show as much.
"""

import itertools

import torch
from torch import nn

SIZES = (5, 16, 10)  # features, hidden units, classes of the old task


def data(rng, *, sizes=SIZES, classes=4, rows=300):
    """A network's weights, layer by layer, and examples of a task that it has not seen."""
    weights = []
    for wide, high in itertools.pairwise(sizes):
        weights += [torch.randn(high, wide, generator=rng) / wide**0.5, 0.1 * torch.randn(high, generator=rng)]
    rule = torch.randn(sizes[0], classes, generator=rng)
    x = torch.randn(2 * rows, sizes[0], generator=rng)
    y = (x @ rule).argmax(1)
    return {
        "weights": weights,
        "x": x[:rows],
        "y": y[:rows],
        "fresh x": x[rows:],
        "fresh y": y[rows:],
        "classes": classes,
        "seed": int(torch.randint(1000, (), generator=rng)),
    }


def network(case):
    """Linear layers with the case's weights, and ReLU between them."""
    layers = []
    for weight in case["weights"][::2]:
        layers += [nn.Linear(weight.shape[1], weight.shape[0]), nn.ReLU()]
    model = nn.Sequential(*layers[:-1])
    with torch.no_grad():
        for parameter, values in zip(model.parameters(), case["weights"], strict=True):
            parameter.copy_(values)
    return model


make_first_steps = data


def observe_first_steps(impl, case, probe):
    seen = {}
    for steps in (1, 2, 5):
        model = network(case)
        impl.adapt(model, case["x"], case["y"], case["classes"], steps=steps, lr=0.05, seed=case["seed"])
        seen[f"after {steps}"] = probe.parameters(model)
    probe.show_gradients({f"{name}, step 5": gradient for name, gradient in probe.gradients(model).items()})
    return seen


make_held = data


def observe_held(impl, case, probe):
    model = network(case)
    optimizer, _ = impl.adapt(model, case["x"], case["y"], case["classes"], steps=3, lr=0.05, seed=case["seed"])
    held = {id(parameter) for group in optimizer.param_groups for parameter in group["params"]}
    return {
        "not held": [name for name, parameter in model.named_parameters() if id(parameter) not in held],
        "held, but not the model's": len(held - {id(parameter) for parameter in model.parameters()}),
    }


def make_history(rng):
    return data(rng, rows=60)


def observe_history(impl, case, probe):
    inputs = probe.inputs([case["x"], case["y"]])
    _, history = impl.adapt(network(case), case["x"], case["y"], case["classes"])
    probe.show_losses(history)
    return {
        "losses": probe.numbers(history, torch.float32),
        "losses that keep a graph": sum(bool(getattr(loss, "requires_grad", False)) for loss in history),
        "changed inputs": inputs.changed(),
    }


def make_learns(rng):
    return data(rng, rows=500)


def observe_learns(impl, case, probe):
    """Thirty large steps get as far as the default ones do."""
    model = network(case)
    impl.adapt(model, case["x"], case["y"], case["classes"], steps=30, lr=0.3, seed=case["seed"])
    with torch.no_grad():
        return float(nn.functional.cross_entropy(model(case["fresh x"]), case["fresh y"]))


def make_settings(rng):
    return data(rng, sizes=(3, 8, 6, 7), classes=5, rows=90)


def observe_settings(impl, case, probe):
    model = network(case)
    _, history = impl.adapt(model, case["x"], case["y"], case["classes"], steps=8, lr=0.02, seed=case["seed"])
    return {**probe.parameters(model), "losses": len(history)}
