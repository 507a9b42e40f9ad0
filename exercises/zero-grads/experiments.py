"""What is done with `zero_grads`: gradients are put into `.grad`, cleared, and looked at by all who can see them.

Somebody else holds every gradient as well, so that clearing in place and letting go of it differ. Numbers are float64.
"""

import torch
from torch import nn

SHAPES = ((2, 3), (4,), (), (3, 1))
WITHOUT = 1  # this one of the parameters has no gradient


def normal(rng, shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def new_case(rng):
    return {
        "weights": [1.0 + normal(rng, shape).abs() for shape in SHAPES],
        "gradients": [None if number == WITHOUT else normal(rng, shape) for number, shape in enumerate(SHAPES)],
    }


def with_gradients(case):
    """Parameters with the case's gradients, and these gradients as somebody else holds them."""
    params = [nn.Parameter(weights.clone()) for weights in case["weights"]]
    held = [None if gradient is None else gradient.clone() for gradient in case["gradients"]]
    for param, gradient in zip(params, held, strict=True):
        param.grad = gradient
    return params, held


def seen(params, held):
    """What is in `.grad`, what the other holder sees, and whether it is the same memory; and the weights."""
    return {
        ".grad": [None if param.grad is None else param.grad.detach().clone() for param in params],
        "held by somebody else": [None if gradient is None else gradient.detach().clone() for gradient in held],
        "in the same memory": [
            None if param.grad is None or gradient is None else param.grad.data_ptr() == gradient.data_ptr()
            for param, gradient in zip(params, held, strict=True)
        ],
        "weights": [param.detach().clone() for param in params],
        "weights require gradients": [param.requires_grad and param.is_leaf for param in params],
    }


make_by_default = new_case


def observe_by_default(impl, case, probe):
    params, held = with_gradients(case)
    impl.zero_grads(params)
    return seen(params, held)


make_to_none = new_case


def observe_to_none(impl, case, probe):
    params, held = with_gradients(case)
    impl.zero_grads(params, set_to_none=True)
    return seen(params, held)


make_to_zeros = new_case


def observe_to_zeros(impl, case, probe):
    params, held = with_gradients(case)
    impl.zero_grads(params, set_to_none=False)
    return seen(params, held)


def make_not_finite(rng):
    case = new_case(rng)
    case["gradients"][0][0, 1] = torch.nan
    case["gradients"][3][:2, 0] = torch.tensor([torch.inf, -torch.inf])
    return case


def observe_not_finite(impl, case, probe):
    params, held = with_gradients(case)
    impl.zero_grads(params, set_to_none=False)
    return seen(params, held)


make_history = new_case


def observe_history(impl, case, probe):
    """The cube of every weight gives a gradient that depends on the weight, as create_graph=True records it."""
    params, _ = with_gradients(case)
    cubes = sum((param**3).sum() for param in params)
    held = list(torch.autograd.grad(cubes, params, create_graph=True))
    for param, gradient in zip(params, held, strict=True):
        param.grad = gradient
    impl.zero_grads(params, set_to_none=False)
    history = [param.grad is not None and param.grad.requires_grad for param in params]
    return {**seen(params, held), "history in .grad": history}


def make_next_sweep(rng):
    return new_case(rng) | {"factors": [normal(rng, shape) for shape in SHAPES]}


def observe_next_sweep(impl, case, probe):
    after = {}
    for set_to_none in (True, False):
        params, held = with_gradients(case)
        impl.zero_grads(params, set_to_none=set_to_none)
        sum((param * factor).sum() for param, factor in zip(params, case["factors"], strict=True)).backward()
        after[f"set_to_none={set_to_none}"] = seen(params, held)
    probe.show_gradients({f"parameter {number}": param.grad for number, param in enumerate(params)})
    return after


make_next_step = new_case


def observe_next_step(impl, case, probe):
    """A step that gives momentum a velocity, clearing, and a step in which only decay and velocity are left."""
    after = {}
    for set_to_none in (True, False):
        params, _ = with_gradients(case)
        optimizer = torch.optim.SGD(params, lr=0.1, momentum=0.9, weight_decay=0.5)
        optimizer.step()
        impl.zero_grads(params, set_to_none=set_to_none)
        optimizer.step()
        after[f"weights, set_to_none={set_to_none}"] = [param.detach().clone() for param in params]
    return after


make_generator = new_case


def observe_generator(impl, case, probe):
    after = {}
    for set_to_none in (True, False):
        params, held = with_gradients(case)
        impl.zero_grads((param for param in params), set_to_none=set_to_none)
        after[f"set_to_none={set_to_none}"] = seen(params, held)
    return after
