"""What is done with `layer_norm`: results and gradients for inputs of several shapes, none of them square.

Features differ in mean and scale from example to example, weights are not ones, and the gradient that comes from above
is random. Numbers are float64.
"""

import torch


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def new_case(rng, sizes, axes, scale=1.0):
    """An input whose last `axes` axes are to be normalised; each example has a mean and a spread of its own."""
    shape = sizes[len(sizes) - axes :]
    examples = (*sizes[: len(sizes) - axes], *(1 for _ in shape))
    spread = scale * (0.5 + torch.rand(*examples, generator=rng, dtype=torch.float64))
    return {
        "x": normal(rng, *examples) + spread * normal(rng, *sizes),
        "weight": 0.5 + torch.rand(*shape, generator=rng, dtype=torch.float64),
        "bias": normal(rng, *shape),
        "upstream": normal(rng, *sizes),
    }


def result_and_gradients(impl, case, **settings):
    leaves = {name: case[name].requires_grad_() for name in ("x", "weight", "bias")}
    shape = tuple(case["weight"].shape)
    result = impl.layer_norm(case["x"], shape, case["weight"], case["bias"], **settings)
    (result * case["upstream"]).sum().backward()
    return {"result": result, **{f"{name}.grad": leaf.grad for name, leaf in leaves.items()}}


def make_rows(rng):
    return new_case(rng, (5, 4), 1)


def observe_rows(impl, case, probe):
    seen = result_and_gradients(impl, case)
    probe.show_gradients({name: case[name].grad for name in ("x", "weight", "bias")})
    return seen


def make_three_axes(rng):
    return new_case(rng, (2, 3, 4), 1)


def observe_three_axes(impl, case, probe):
    return result_and_gradients(impl, case)


def make_two_axes(rng):
    return new_case(rng, (2, 3, 4), 2)


def observe_two_axes(impl, case, probe):
    return result_and_gradients(impl, case)


def make_one_row(rng):
    return new_case(rng, (1, 4), 1)


def observe_one_row(impl, case, probe):
    return result_and_gradients(impl, case)


def make_no_batch(rng):
    return new_case(rng, (2, 3, 4), 3)


def observe_no_batch(impl, case, probe):
    return result_and_gradients(impl, case)


def make_no_rows(rng):
    return new_case(rng, (0, 4), 1)


def observe_no_rows(impl, case, probe):
    return result_and_gradients(impl, case)


def make_hardly_differ(rng):
    return new_case(rng, (5, 4), 1, scale=0.003)


def observe_hardly_differ(impl, case, probe):
    return result_and_gradients(impl, case)


def make_another_eps(rng):
    return new_case(rng, (5, 4), 1)


def observe_another_eps(impl, case, probe):
    return result_and_gradients(impl, case, eps=0.5)


def make_far_from_zero(rng):
    # No two features of a row are close to each other: a spread near the rounding of 100,000 would be nobody's fault.
    places = normal(rng, 5, 4).argsort(1) * (1.0 + torch.rand(5, 1, generator=rng, dtype=torch.float64))
    return new_case(rng, (5, 4), 1) | {"x": 100_000.0 + normal(rng, 5, 1) + places}


def observe_far_from_zero(impl, case, probe):
    return result_and_gradients(impl, case)
