"""What is done with `SGD`: gradients are put into `.grad` by hand, and weights are looked at after every step.

Everything is float64 and starts away from zero, so that decay has something to pull at.
"""

import torch
from torch import nn

SHAPE = (2, 3)
LONGER = (4,)


def normal(rng, *shape):
    return torch.randn(shape or SHAPE, generator=rng, dtype=torch.float64)


def start(rng, *shape):
    return 1.0 + torch.rand(shape or SHAPE, generator=rng, dtype=torch.float64)


def parameter(values):
    return nn.Parameter(values.clone())


def steps(optimizer, parameters, gradients):
    """The parameters after each step, given a list of gradients (or None) for each; one tensor per parameter."""
    seen = [[] for _ in parameters]
    for given in zip(*gradients, strict=True):
        for param, gradient in zip(parameters, given, strict=True):
            param.grad = None if gradient is None else gradient.clone()
        optimizer.step()
        for weights, param in zip(seen, parameters, strict=True):
            weights.append(param.detach().clone())
    return [torch.stack(weights) for weights in seen]


def weights_after_each_step(impl, case, **settings):
    param = parameter(case["start"])
    (weights,) = steps(impl.SGD([param], **settings), [param], [case["gradients"]])
    return {"weights after each step": weights}


def make_steps(rng):
    return {"start": start(rng), "gradients": [normal(rng) for _ in range(20)]}


def observe_steps(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1)


def make_decay(rng):
    zeros = torch.zeros(SHAPE, dtype=torch.float64)
    return {"start": start(rng), "gradients": [normal(rng), zeros, normal(rng)]}


def observe_decay(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.5)


def make_missing_gradient(rng):
    # A row, as biases are: they decay like all others.
    gradients = [None, normal(rng, *LONGER), None, None, normal(rng, *LONGER)]
    return {"start": start(rng, *LONGER), "gradients": gradients}


def observe_missing_gradient(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.5)


def make_some_missing(rng):
    return {
        "first": start(rng),
        "second": start(rng, *LONGER),
        "gradients": [[None, normal(rng), None], [normal(rng, *LONGER) for _ in range(3)]],
    }


def observe_some_missing(impl, case, probe):
    params = [parameter(case["first"]), parameter(case["second"])]
    first, second = steps(impl.SGD(params, lr=0.1), params, case["gradients"])
    return {"the first one after each step": first, "the second one after each step": second}


def make_gradients_kept(rng):
    return {"start": start(rng), "gradient": normal(rng)}


def observe_gradients_kept(impl, case, probe):
    param = parameter(case["start"])
    optimizer = impl.SGD([param], lr=0.1, weight_decay=0.5)
    param.grad = case["gradient"].clone()
    optimizer.step()
    return {"grad": probe.filled(param.grad, param)}


def make_zero_grad(rng):
    return {"start": start(rng), "slopes": normal(rng)}


def observe_zero_grad(impl, case, probe):
    param = parameter(case["start"])
    optimizer = impl.SGD([param], lr=0.1)
    seen = []
    for _ in range(2):
        optimizer.zero_grad()
        seen.append(probe.filled(param.grad, param).clone())
        (case["slopes"] * param).sum().backward()
        seen.append(param.grad.clone())
        optimizer.step()
    return {"gradients before and after each backward pass": seen, "weights": param.detach()}


def make_generator(rng):
    return {
        "first": start(rng),
        "second": start(rng, *LONGER),
        "gradients": [[normal(rng) for _ in range(3)], [normal(rng, *LONGER) for _ in range(3)]],
    }


def observe_generator(impl, case, probe):
    params = [parameter(case["first"]), parameter(case["second"])]
    first, second = steps(impl.SGD((param for param in params), lr=0.1), params, case["gradients"])
    return {"the first one after each step": first, "the second one after each step": second}


def make_model(rng):
    return {
        "weights": [normal(rng, 4, 3), normal(rng, 4), normal(rng, 2, 4), normal(rng, 2)],
        "x": normal(rng, 8, 3),
        "y": normal(rng, 8, 2),
    }


def observe_model(impl, case, probe):
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).double()
    with torch.no_grad():
        for param, values in zip(model.parameters(), case["weights"], strict=True):
            param.copy_(values)
    optimizer = impl.SGD(list(model.parameters()))
    losses = []
    for _ in range(6):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(case["x"]), case["y"])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    probe.show_losses(losses)
    probe.show_gradients(probe.gradients(model))
    trainable = all(param.requires_grad and param.is_leaf for param in model.parameters())
    return {**probe.parameters(model), "parameters are still leaves that require grad": trainable}
