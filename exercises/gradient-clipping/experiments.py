"""What is done with `clip_grad_norm`: gradients of several shapes are put into `.grad`, and looked at afterwards.

Everything is float64 where a dtype is not the point, and the weights are looked at too: clipping leaves them alone.
"""

import torch
from torch import nn

SHAPES = ((2, 3), (4,), ())


def gradients(rng, *shapes):
    return [torch.randn(shape, generator=rng, dtype=torch.float64) for shape in shapes or SHAPES]


def joint_norm(tensors):
    return float(torch.cat([tensor.flatten() for tensor in tensors]).norm())


def parameters(given):
    """A parameter of ones for each gradient, of shape (2,) where there is none."""
    params = [nn.Parameter(torch.ones(2) if gradient is None else torch.ones_like(gradient)) for gradient in given]
    for param, gradient in zip(params, given, strict=True):
        param.grad = None if gradient is None else gradient.clone()
    return params


def clipped(impl, case, probe):
    """The returned norm, and gradients and weights afterwards."""
    params = parameters(case["gradients"])
    norm = impl.clip_grad_norm(params, case["limit"])
    return {
        "norm": probe.number(norm),
        "gradients": [param.grad for param in params],
        "weights": [param.detach() for param in params],
    }


def make_clips(rng):
    return {"gradients": gradients(rng), "limit": 0.5}


def observe_clips(impl, case, probe):
    seen = clipped(impl, case, probe)
    names = [f"of shape {tuple(gradient.shape)}" for gradient in case["gradients"]]
    probe.show_gradients(dict(zip(names, seen["gradients"], strict=True)))
    return seen


def make_below(rng):
    given = gradients(rng)
    return {"gradients": given, "limit": 1.5 * joint_norm(given)}


def observe_below(impl, case, probe):
    return clipped(impl, case, probe)


def make_at_the_limit(rng):
    # Above the norm, but less than the 1e-6 that is added to it.
    given = gradients(rng)
    return {"gradients": given, "limit": joint_norm(given) + 5e-7}


def observe_at_the_limit(impl, case, probe):
    return clipped(impl, case, probe)


def make_large_and_tiny(rng):
    large, tiny = gradients(rng, (3, 2), (5,))
    return {"gradients": [1e3 * large, 1e-2 * tiny], "limit": 1.0}


def observe_large_and_tiny(impl, case, probe):
    return clipped(impl, case, probe)


def make_zeros(rng):
    return {"gradients": [torch.zeros_like(gradient) for gradient in gradients(rng)], "limit": 1.0}


def observe_zeros(impl, case, probe):
    return clipped(impl, case, probe)


def make_some_missing(rng):
    first, second = gradients(rng, (2, 3), (4,))
    return {"gradients": [None, first, None, second], "limit": 0.5}


def observe_some_missing(impl, case, probe):
    return clipped(impl, case, probe)


def make_all_missing(rng):
    return {"gradients": [None, None], "limit": 0.5}


def observe_all_missing(impl, case, probe):
    return clipped(impl, case, probe)


def make_in_place(rng):
    return {"gradients": gradients(rng), "limit": 0.5}


def observe_in_place(impl, case, probe):
    params = parameters(case["gradients"])
    held = [param.grad for param in params]
    impl.clip_grad_norm(params, case["limit"])
    return {
        "held by somebody else": held,
        "still the gradients": [param.grad is gradient for param, gradient in zip(params, held, strict=True)],
    }


def make_generator(rng):
    return {"gradients": gradients(rng), "limit": 0.5}


def observe_generator(impl, case, probe):
    params = parameters(case["gradients"])
    norm = impl.clip_grad_norm((param for param in params), case["limit"])
    return {"norm": probe.number(norm), "gradients": [param.grad for param in params]}


def make_returned(rng):
    return {"gradients": gradients(rng), "limit": 0.5}


def observe_returned(impl, case, probe):
    given = case["gradients"]
    return {
        "float64": impl.clip_grad_norm(parameters(given), case["limit"]),
        "float32": impl.clip_grad_norm(parameters([gradient.float() for gradient in given]), case["limit"]),
    }


def make_training(rng):
    return {
        "weights": gradients(rng, (4, 3), (4,), (2, 4), (2,)),
        "x": gradients(rng, (8, 3))[0],
        "y": 10.0 * gradients(rng, (8, 2))[0],
    }


def observe_training(impl, case, probe):
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).double()
    with torch.no_grad():
        for param, values in zip(model.parameters(), case["weights"], strict=True):
            param.copy_(values)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
    losses, norms = [], []
    for _ in range(4):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(case["x"]), case["y"])
        loss.backward()
        norms.append(impl.clip_grad_norm(model.parameters(), 2.0))
        optimizer.step()
        losses.append(loss.item())
    probe.show_losses(losses)
    return {"norms": probe.numbers(norms, torch.float64), **probe.parameters(model)}
