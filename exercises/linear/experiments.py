"""What is done with `linear` and `Linear`: values and gradients where sizes differ and axes are few or many.

Everything but the first numbers of a layer is float64. The gradient that comes from above is never a constant.
"""

import math

import torch
from torch import nn

N_IN = 3
N_OUT = 2


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def new_case(rng, *leading, n_in=N_IN, n_out=N_OUT):
    """An input with the given axes before its last, a weight, a bias, and the gradient of the result."""
    return {
        "x": normal(rng, *leading, n_in),
        "weight": normal(rng, n_out, n_in),
        "bias": normal(rng, n_out),
        "upstream": normal(rng, *leading, n_out),
    }


def values_and_gradients(result, upstream, **leaves):
    (result * upstream).sum().backward()
    return {"result": result, **{f"gradient of {name}": leaf.grad for name, leaf in leaves.items()}}


def leaf(tensor):
    return tensor.clone().requires_grad_()


def values_and_gradients_of_function(impl, case, probe):
    x, weight, bias = (leaf(case[name]) for name in ("x", "weight", "bias"))
    return values_and_gradients(impl.linear(x, weight, bias), case["upstream"], x=x, weight=weight, bias=bias)


def make_batch(rng):
    return new_case(rng, 5)


observe_batch = values_and_gradients_of_function


def make_vector(rng):
    return new_case(rng)


observe_vector = values_and_gradients_of_function


def make_three_axes(rng):
    return new_case(rng, 4, 6)


observe_three_axes = values_and_gradients_of_function


def make_transposed(rng):
    return new_case(rng, 4, 6)


def observe_transposed(impl, case, probe):
    x, weight, bias = (leaf(case[name]) for name in ("x", "weight", "bias"))
    result = impl.linear(x.transpose(0, 1), weight, bias)
    return values_and_gradients(result, case["upstream"].transpose(0, 1), x=x, weight=weight, bias=bias)


def make_as_many_rows_as_outputs(rng):
    return new_case(rng, N_OUT)


observe_as_many_rows_as_outputs = values_and_gradients_of_function


def make_square(rng):
    return new_case(rng, 5, n_out=N_IN)


observe_square = values_and_gradients_of_function


def make_no_bias(rng):
    return new_case(rng, 5)


def observe_no_bias(impl, case, probe):
    x, weight = leaf(case["x"]), leaf(case["weight"])
    return values_and_gradients(impl.linear(x, weight), case["upstream"], x=x, weight=weight)


def make_no_rows(rng):
    return new_case(rng, 0)


def observe_no_rows(impl, case, probe):
    x, weight, bias = case["x"], case["weight"], case["bias"]
    return {
        "no rows": impl.linear(x, weight, bias),
        "four sequences of no rows": impl.linear(x.expand(4, 0, N_IN), weight, bias),
    }


def make_parameters(rng):
    return {"n_in": 5, "n_out": 4}


def observe_parameters(impl, case, probe):
    layer = impl.Linear(case["n_in"], case["n_out"])
    return {
        "derived from torch's Linear": isinstance(layer, nn.Linear),
        "parameters": [(name, *described(parameter)) for name, parameter in layer.named_parameters()],
        "weight": described(layer.weight),
        "bias": described(layer.bias),
        "names in the state": list(layer.state_dict()),
        "where float64 is the default": dtypes_by_default(impl, torch.float64),
    }


def dtypes_by_default(impl, dtype):
    """The dtypes of the parameters of a layer that is made while `dtype` is torch's default."""
    usual = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        return [str(parameter.dtype) for parameter in impl.Linear(2, 3).parameters()]
    finally:
        torch.set_default_dtype(usual)


def described(tensor):
    return list(tensor.shape), str(tensor.dtype), {"requires grad": tensor.requires_grad, "leaf": tensor.is_leaf}


def filled(layer, case):
    """The layer in float64, with the case's numbers in it."""
    layer.double()
    with torch.no_grad():
        for name, parameter in layer.named_parameters():
            parameter.copy_(case[name])
    return layer


def make_layer(rng):
    return new_case(rng, 4, 6)


def observe_layer(impl, case, probe):
    layer = filled(impl.Linear(N_IN, N_OUT), case)
    x = leaf(case["x"])
    seen = values_and_gradients(layer(x), case["upstream"], x=x)
    probe.show_gradients({"x": x.grad, **probe.gradients(layer)})
    return {**seen, "gradients of parameters": probe.gradients(layer)}


def make_layer_without_bias(rng):
    return new_case(rng, 5)


def observe_layer_without_bias(impl, case, probe):
    layer = filled(impl.Linear(N_IN, N_OUT, bias=False), case)
    x = leaf(case["x"])
    return {
        **values_and_gradients(layer(x), case["upstream"], x=x),
        "gradients of parameters": probe.gradients(layer),
        "bias": layer.bias,
    }


def make_first_weights(rng):
    return {"sizes": [(16, 100), (100, 16)]}


def observe_first_weights(impl, case, probe):
    return first_numbers(impl, case["sizes"], "weight")


def make_first_biases(rng):
    return {"sizes": [(16, 100), (100, 16)]}


def observe_first_biases(impl, case, probe):
    return first_numbers(impl, case["sizes"], "bias")


def first_numbers(impl, sizes, name):
    """What is so of uniform numbers with a margin of six standard deviations; there are 192 of them or more."""
    seen = {}
    for n_in, n_out in sizes:
        drawn = [getattr(impl.Linear(n_in, n_out), name).detach() for _ in range(12)]
        numbers = torch.stack(drawn) * math.sqrt(n_in)
        margin = 6 / math.sqrt(numbers.numel())  # of a mean, in standard deviations of one number
        seen[f"{name} of Linear({n_in}, {n_out})"] = {
            "beyond the range": bool((numbers.abs() > 1 + 1e-5).any()),
            "reach its ends": bool(numbers.min() < -0.85) and bool(numbers.max() > 0.85),
            "half of them in its inner half": abs((numbers.abs() < 0.5).double().mean().item() - 0.5) < margin * 0.5,
            "centred": abs(numbers.mean().item()) < margin * 0.58,
            "equal in two layers": torch.equal(drawn[0], drawn[1]),
            "many are equal": drawn[0].unique().numel() < 0.9 * drawn[0].numel(),
        }
    return seen
