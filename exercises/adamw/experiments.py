"""What is done with `AdamW`: gradients are put into `.grad` by hand, and weights are looked at after every step.

Without decay where decay is not the point. Everything is float64, starts away from zero, and runs for several steps,
since much of AdamW is right in the first one.
"""

import torch
from torch import nn

SHAPE = (2, 3)


def normal(rng, *shape):
    return torch.randn(shape or SHAPE, generator=rng, dtype=torch.float64)


def start(rng):
    return 1.0 + torch.rand(SHAPE, generator=rng, dtype=torch.float64)


def signs(rng):
    return normal(rng).sign()


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
    (weights,) = steps(impl.AdamW([param], **settings), [param], [case["gradients"]])
    return {"weights after each step": weights}


def make_decay_alone(rng):
    return {"start": start(rng), "gradients": [torch.zeros(SHAPE, dtype=torch.float64) for _ in range(3)]}


def observe_decay_alone(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.5)


def make_decay(rng):
    return {"start": start(rng), "gradients": [normal(rng) for _ in range(20)]}


def observe_decay(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.5)


def make_default_decay(rng):
    return {"start": start(rng), "gradients": [normal(rng) for _ in range(3)]}


def observe_default_decay(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1)


def make_first_step(rng):
    sizes = 10.0 ** (8.0 * torch.rand(SHAPE, generator=rng, dtype=torch.float64) - 4.0)
    return {"start": start(rng), "gradients": [sizes * signs(rng)]}


def observe_first_step(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.0)


def make_steps(rng):
    return {"start": start(rng), "gradients": [normal(rng) for _ in range(20)]}


def observe_steps(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.0)


def make_betas(rng):
    return {"start": start(rng), "gradients": [normal(rng) for _ in range(6)]}


def observe_betas(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, betas=(0.5, 0.7), weight_decay=0.0)


def make_tiny_gradients(rng):
    return {"start": start(rng), "gradients": [1e-8 * normal(rng) for _ in range(6)]}


def observe_tiny_gradients(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.0)


def make_large_eps(rng):
    return {"start": start(rng), "gradients": [normal(rng) for _ in range(6)]}


def observe_large_eps(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, eps=0.1, weight_decay=0.0)


def make_coasting(rng):
    zeros = torch.zeros(SHAPE, dtype=torch.float64)
    return {"start": start(rng), "gradients": [normal(rng), zeros, zeros, zeros]}


def observe_coasting(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.0)


def make_missing_gradient(rng):
    return {"start": start(rng), "gradients": [None, normal(rng), None, normal(rng), None, None, normal(rng)]}


def observe_missing_gradient(impl, case, probe):
    return weights_after_each_step(impl, case, lr=0.1, weight_decay=0.5)


def make_late_joiner(rng):
    late = [None, None, None, None, *(signs(rng) for _ in range(3))]
    early = [signs(rng) for _ in range(7)]
    return {"late": start(rng), "early": start(rng), "gradients": [late, early]}


def observe_late_joiner(impl, case, probe):
    # The late one comes first, and the two have one shape.
    late, early = parameter(case["late"]), parameter(case["early"])
    seen = steps(impl.AdamW([late, early], lr=0.1, eps=0.0, weight_decay=0.0), [late, early], case["gradients"])
    return {"the late one after each step": seen[0], "the early one after each step": seen[1]}


def make_gradients_kept(rng):
    return {"start": start(rng), "gradient": normal(rng)}


def observe_gradients_kept(impl, case, probe):
    param = parameter(case["start"])
    optimizer = impl.AdamW([param], lr=0.1, weight_decay=0.5)
    param.grad = case["gradient"].clone()
    optimizer.step()
    optimizer.step()
    return {"grad": param.grad}


def make_storage_reused(rng):
    return {"start": start(rng), "gradients": [normal(rng) for _ in range(4)]}


def observe_storage_reused(impl, case, probe):
    param = parameter(case["start"])
    optimizer = impl.AdamW([param], lr=0.1, weight_decay=0.0)
    storage = torch.zeros_like(param)
    seen = []
    for gradient in case["gradients"]:
        param.grad = storage.copy_(gradient)
        optimizer.step()
        seen.append(param.detach().clone())
    return {"weights after each step": torch.stack(seen)}


def make_zero_grad(rng):
    return {"first": start(rng), "second": start(rng), "slopes": [normal(rng), normal(rng)]}


def observe_zero_grad(impl, case, probe):
    params = [parameter(case["first"]), parameter(case["second"])]
    optimizer = impl.AdamW((param for param in params), lr=0.1, weight_decay=0.0)
    seen = []
    for _ in range(2):
        optimizer.zero_grad()
        seen += [probe.filled(param.grad, param).clone() for param in params]
        sum((slope * param).sum() for slope, param in zip(case["slopes"], params, strict=True)).backward()
        seen += [param.grad.clone() for param in params]
        optimizer.step()
    return {"gradients before and after each backward pass": seen, "weights": [param.detach() for param in params]}


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
    optimizer = impl.AdamW(model.parameters())
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
