"""What is done with `unbroadcast` and `T`.

Lengths differ, so that a wrong axis does not fit by chance, but for the pairs that are square on purpose. Results are
swept from a sum that weighs their numbers differently: with equal weights no one misses an upstream gradient.
"""

import torch


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def between(rng, low, high, *shape):
    return low + (high - low) * torch.rand(shape, generator=rng, dtype=torch.float64)


def leaves(impl, case, *names):
    return [impl.T(case[name].clone(), requires_grad=True) for name in names]


def sweep(impl, case, result):
    (result * impl.T(case["weights"])).sum().backward()


def grad(name, array):
    """The gradient of an array, which has to have its shape: whether the array's own class asserts it or not."""
    given = array.grad
    if isinstance(given, torch.Tensor):
        shapes = list(given.shape), list(array.d.shape)
        assert given.shape == array.d.shape, f"the gradient of {name} has shape {shapes[0]}, {name} has {shapes[1]}"
    return given


def seen(probe, result, **arrays):
    """The result's numbers and the gradients."""
    gradients = {f"{name}.grad": grad(name, array) for name, array in arrays.items()}
    probe.show_gradients({path: given for path, given in gradients.items() if isinstance(given, torch.Tensor)})
    return {"result": result.d} | gradients


def summed(impl, case, *shapes):
    """The case's upstream gradient, summed to each shape; afterwards it is looked at itself."""
    upstream = case["upstream"].clone()
    results = {str(list(shape)): impl.unbroadcast(upstream, shape) for shape in shapes}
    return results | {"the gradient given": upstream}


def make_added_axes(rng):
    return {"upstream": normal(rng, 5, 4, 3)}


def observe_added_axes(impl, case, probe):
    return summed(impl, case, (4, 3), (3,), ())


def make_stretched_axes(rng):
    return {"upstream": normal(rng, 4, 3)}


def observe_stretched_axes(impl, case, probe):
    return summed(impl, case, (1, 3), (4, 1), (1, 1))


def make_added_and_stretched(rng):
    return {"upstream": normal(rng, 5, 4, 3)}


def observe_added_and_stretched(impl, case, probe):
    return summed(impl, case, (1, 3), (4, 1), (5, 1, 3), (1,))


def make_nothing_stretched(rng):
    return {"upstream": normal(rng, 4, 3), "number": normal(rng), "one": normal(rng, 1, 1)}


def observe_nothing_stretched(impl, case, probe):
    return {
        "a matrix": impl.unbroadcast(case["upstream"], (4, 3)),
        "a number": impl.unbroadcast(case["number"], ()),
        "axes of length 1": impl.unbroadcast(case["one"], (1, 1)),
    }


def make_nothing_to_sum(rng):
    return {"upstream": normal(rng, 0, 3)}


def observe_nothing_to_sum(impl, case, probe):
    return summed(impl, case, (3,), (1, 3), (0, 1), ())


def make_sum(rng):
    return {"x": normal(rng, 4, 3), "b": normal(rng, 4, 3), "weights": normal(rng, 4, 3)}


def observe_sum(impl, case, probe):
    x, b = leaves(impl, case, "x", "b")
    result = x + b
    sweep(impl, case, result)
    return seen(probe, result, x=x, b=b)


def make_product(rng):
    return {"x": normal(rng, 4, 3), "b": normal(rng, 4, 3), "weights": normal(rng, 4, 3)}


def observe_product(impl, case, probe):
    x, b = leaves(impl, case, "x", "b")
    result = x * b
    sweep(impl, case, result)
    return seen(probe, result, x=x, b=b)


def make_quotient(rng):
    return {"x": normal(rng, 4, 3), "b": between(rng, 1.5, 3.0, 4, 3), "weights": normal(rng, 4, 3)}


def observe_quotient(impl, case, probe):
    x, b = leaves(impl, case, "x", "b")
    result = x / b
    sweep(impl, case, result)
    return seen(probe, result, x=x, b=b)


def make_numbers(rng):
    return {"x": normal(rng, 2, 3), "weights": normal(rng, 2, 3)}


def observe_numbers(impl, case, probe):
    (x,) = leaves(impl, case, "x")
    result = ((x + 2) * 1.5) / 4
    sweep(impl, case, result)
    return seen(probe, result, x=x)


def make_row(rng):
    return {"x": normal(rng, 4, 3), "b": normal(rng, 3), "weights": normal(rng, 4, 3)}


observe_row = observe_sum


def make_column(rng):
    return {"x": normal(rng, 4, 3), "b": normal(rng, 4, 1), "weights": normal(rng, 4, 3)}


observe_column = observe_product


def make_scalar(rng):
    return {"x": normal(rng), "b": normal(rng, 2, 3), "weights": normal(rng, 2, 3)}


observe_scalar = observe_product


def make_both_sides(rng):
    return {"x": normal(rng, 4, 1), "b": normal(rng, 1, 3), "weights": normal(rng, 4, 3)}


observe_both_sides = observe_product


def make_three_axes(rng):
    return {"x": normal(rng, 5, 4, 3), "b": normal(rng, 1, 3), "weights": normal(rng, 5, 4, 3)}


observe_three_axes = observe_sum


def make_square_row(rng):
    return {"x": normal(rng, 3, 3), "b": normal(rng, 3), "weights": normal(rng, 3, 3)}


observe_square_row = observe_product


def make_quotient_row(rng):
    return {"x": normal(rng, 4, 3), "b": between(rng, 1.5, 3.0, 3), "weights": normal(rng, 4, 3)}


observe_quotient_row = observe_quotient


def make_empty_batch(rng):
    return {"x": normal(rng, 0, 3), "b": normal(rng, 3), "weights": normal(rng, 0, 3)}


def observe_empty_batch(impl, case, probe):
    x, b = leaves(impl, case, "x", "b")
    result = x + b
    sweep(impl, case, result)
    return {"result": result.d, "x.grad": grad("x", x), "b.grad": grad("b", b)}


def make_matmul(rng):
    return {"a": normal(rng, 2, 3), "b": normal(rng, 3, 4), "weights": normal(rng, 2, 4)}


def observe_matmul(impl, case, probe):
    a, b = leaves(impl, case, "a", "b")
    result = a @ b
    sweep(impl, case, result)
    return seen(probe, result, a=a, b=b)


def make_matmul_square(rng):
    return {"a": normal(rng, 3, 3), "b": normal(rng, 3, 3), "weights": normal(rng, 3, 3)}


observe_matmul_square = observe_matmul


def make_matmul_batch(rng):
    return {"a": normal(rng, 5, 2, 3), "b": normal(rng, 5, 3, 4), "weights": normal(rng, 5, 2, 4)}


observe_matmul_batch = observe_matmul


def make_matmul_shared_right(rng):
    return {"a": normal(rng, 5, 2, 3), "b": normal(rng, 3, 4), "weights": normal(rng, 5, 2, 4)}


observe_matmul_shared_right = observe_matmul


def make_matmul_shared_left(rng):
    return {"a": normal(rng, 2, 3), "b": normal(rng, 5, 3, 4), "weights": normal(rng, 5, 2, 4)}


observe_matmul_shared_left = observe_matmul


def make_matmul_stretched(rng):
    return {"a": normal(rng, 1, 2, 3), "b": normal(rng, 5, 3, 4), "weights": normal(rng, 5, 2, 4)}


observe_matmul_stretched = observe_matmul


def make_sum_all(rng):
    return {"x": normal(rng, 2, 3), "weights": normal(rng)}


def observe_sum_all(impl, case, probe):
    (x,) = leaves(impl, case, "x")
    result = x.sum()
    sweep(impl, case, result)
    return seen(probe, result, x=x)


def make_sum_axis(rng):
    return {"x": normal(rng, 3, 3), "weights": normal(rng, 3)}


def observe_sum_axis(impl, case, probe):
    # A square matrix: a gradient that is spread along the wrong axis fits it as well.
    first, second = leaves(impl, case, "x", "x")
    over_first, over_second = first.sum(0), second.sum(dim=1)
    sweep(impl, case, over_first)
    sweep(impl, case, over_second)
    return {"over the first": seen(probe, over_first, x=first), "over the second": seen(probe, over_second, x=second)}


def make_sum_middle_axis(rng):
    return {"x": normal(rng, 2, 4, 3), "weights": normal(rng, 2, 3)}


def observe_sum_middle_axis(impl, case, probe):
    (x,) = leaves(impl, case, "x")
    result = x.sum(1)
    sweep(impl, case, result)
    return seen(probe, result, x=x)


def make_sum_last_axis(rng):
    return {"x": normal(rng, 2, 3, 4), "weights": normal(rng, 2, 3)}


def observe_sum_last_axis(impl, case, probe):
    (x,) = leaves(impl, case, "x")
    result = x.sum(-1)
    sweep(impl, case, result)
    return seen(probe, result, x=x)


def make_mean(rng):
    return {"x": normal(rng, 4, 3), "weights": normal(rng)}


def observe_mean(impl, case, probe):
    (x,) = leaves(impl, case, "x")
    result = x.mean()
    sweep(impl, case, result)
    return seen(probe, result, x=x)


def make_relu(rng):
    x = between(rng, 0.2, 3.0, 3, 4)
    return {"x": torch.cat([x[:1], torch.zeros(1, 4, dtype=torch.float64), -x[1:]]), "weights": normal(rng, 4, 4)}


def observe_relu(impl, case, probe):
    (x,) = leaves(impl, case, "x")
    result = x.relu()
    sweep(impl, case, result)
    return seen(probe, result, x=x)


def make_transpose(rng):
    return {"x": normal(rng, 2, 3), "weights": normal(rng, 3, 2)}


def observe_transpose(impl, case, probe):
    (x,) = leaves(impl, case, "x")
    result = x.t()
    sweep(impl, case, result)
    return seen(probe, result, x=x)


def make_transpose_square(rng):
    return {"x": normal(rng, 3, 3), "weights": normal(rng, 3, 3)}


observe_transpose_square = observe_transpose


def make_transpose_batch(rng):
    return {"x": normal(rng, 4, 2, 3), "weights": normal(rng, 4, 3, 2)}


observe_transpose_batch = observe_transpose


def make_frozen(rng):
    return {"x": normal(rng, 4, 3), "w": normal(rng, 3, 2), "b": normal(rng, 2), "weights": normal(rng, 4, 2)}


def observe_frozen(impl, case, probe):
    x, b = impl.T(case["x"]), impl.T(case["b"], requires_grad=False)
    (w,) = leaves(impl, case, "w")
    result = (x * x) @ w + b
    sweep(impl, case, result)
    return seen(probe, result, x=x, w=w, b=b)


def make_used_twice(rng):
    return {"x": normal(rng, 2, 3), "weights": normal(rng, 2, 3)}


def observe_used_twice(impl, case, probe):
    (x,) = leaves(impl, case, "x")
    result = x * x + x
    sweep(impl, case, result)
    return seen(probe, result, x=x)


def make_one_gradient_for_two(rng):
    return {"x": normal(rng, 2, 3), "b": normal(rng, 2, 3), "weights": normal(rng, 2, 3)}


def observe_one_gradient_for_two(impl, case, probe):
    # Each + hands one tensor to both of its operands, and the gradient of x has three shares to collect.
    x, b = leaves(impl, case, "x", "b")
    result = x + (x + b) + x
    sweep(impl, case, result)
    return seen(probe, result, x=x, b=b)


def make_long_and_short(rng):
    return {"x": normal(rng, 2, 3), "b": normal(rng, 3), "c": normal(rng), "weights": normal(rng, 2, 3)}


def observe_long_and_short(impl, case, probe):
    x, b, c = leaves(impl, case, "x", "b", "c")
    shared = x * c
    long = shared * b
    result = shared + long * long
    sweep(impl, case, result)
    return seen(probe, result, x=x, b=b, c=c)


def make_two_sweeps(rng):
    return {
        "x": normal(rng, 2, 3),
        "a": normal(rng, 2, 3),
        "b": normal(rng),
        "c": normal(rng),
        "weights": normal(rng, 2, 3),
    }


def observe_two_sweeps(impl, case, probe):
    # x and a get one and the same gradient from the first sweep, and only x another one from the second.
    x, a, b, c = leaves(impl, case, "x", "a", "b", "c")
    sweep(impl, case, x + a + b)
    result = x * c
    sweep(impl, case, result)
    return seen(probe, result, x=x, a=a, b=b, c=c)


def make_any_numbers(rng):
    numbers = torch.randint(2, 9, (2, 3), generator=rng)
    return {"whole": numbers.tolist(), "number": int(numbers.sum()), "narrow": normal(rng, 3).float()}


def observe_any_numbers(impl, case, probe):
    whole, number = impl.T(case["whole"], True), impl.T(case["number"], True)
    narrow = impl.T(case["narrow"], True)
    result = (whole * number * narrow).sum()
    result.backward()
    arrays = {"a list": whole, "a number": number, "float32": narrow}
    return (
        {"result": result.d}
        | {f"{name}, d": array.d for name, array in arrays.items()}
        | {f"{name}, grad": grad(name, array) for name, array in arrays.items()}
    )


def make_operands_unchanged(rng):
    return {"x": normal(rng, 4, 3), "w": normal(rng, 3, 2), "b": between(rng, 1.5, 3.0, 2)}


def observe_operands_unchanged(impl, case, probe):
    given = probe.inputs(case)
    x, w, b = (impl.T(case[name], requires_grad=True) for name in ("x", "w", "b"))
    ((x.relu() @ w + b) / b * b).t().sum(0).mean().backward()
    (x * x).sum().backward()
    return {"changed": given.changed()}


def make_shared_interior(rng):
    return {"x": normal(rng, 2, 3), "b": normal(rng, 3), "weights": normal(rng, 2, 3)}


def observe_shared_interior(impl, case, probe):
    x, b = leaves(impl, case, "x", "b")
    shared = x + b
    sweep(impl, case, shared + shared)
    result = shared * shared
    sweep(impl, case, result)
    return seen(probe, result, x=x, b=b)
