"""What is done with `Swish`: it is applied, its result is weighed and summed, and what the sweep brings is looked at.

Everything is float64. The weights are the upstream gradient, and random, so that none of them is 1. (They are not
handed to `backward` itself, for whose check of shapes torch imports more than all experiments take.)
"""

import torch


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def new_case(rng, x_shape, beta_shape):
    beta = 0.5 + torch.rand(beta_shape, generator=rng, dtype=torch.float64)
    return {"x": normal(rng, *x_shape), "beta": beta, "upstream": normal(rng, *x_shape)}


def leaf(values):
    return values.clone().requires_grad_()


def gradients(impl, case, probe):
    x, beta = leaf(case["x"]), leaf(case["beta"])
    result = impl.Swish.apply(x, beta)
    (result * case["upstream"]).sum().backward()
    probe.show_gradients({"x": x.grad, "beta": beta.grad})
    return {"result": result, "x.grad": x.grad, "beta.grad": beta.grad}


def make_same_shape(rng):
    return new_case(rng, (2, 3), (2, 3))


observe_same_shape = gradients


def make_number(rng):
    return new_case(rng, (2, 3), ())


observe_number = gradients


def make_row(rng):
    return new_case(rng, (4, 3), (3,))


observe_row = gradients


def make_column(rng):
    return new_case(rng, (4, 3), (4, 1))


observe_column = gradients


def make_batch(rng):
    return new_case(rng, (5, 4, 3), (1, 3))


observe_batch = gradients


def make_large(rng):
    case = new_case(rng, (2, 3), ())
    signs = torch.tensor([[1.0], [-1.0]], dtype=torch.float64)
    return case | {"x": signs * (2000.0 + 1000.0 * case["x"].abs())}


observe_large = gradients


def make_only_beta(rng):
    return new_case(rng, (4, 3), (3,))


def observe_only_beta(impl, case, probe):
    x, beta = case["x"], leaf(case["beta"])
    (impl.Swish.apply(x, beta) * case["upstream"]).sum().backward()
    return {"x.grad": x.grad, "beta.grad": beta.grad}


def make_only_x(rng):
    return new_case(rng, (4, 3), (3,))


def observe_only_x(impl, case, probe):
    x, beta = leaf(case["x"]), case["beta"]
    (impl.Swish.apply(x, beta) * case["upstream"]).sum().backward()
    return {"x.grad": x.grad, "beta.grad": beta.grad}


def second_derivatives(impl, case, number):
    """The derivatives of the first or the second first derivative, weighted and summed."""
    given = {name: leaf(case[name]) for name in ("x", "beta", "upstream")}
    x, beta, upstream = given.values()
    total = (impl.Swish.apply(x, beta) * upstream).sum()
    first = torch.autograd.grad(total, (x, beta), create_graph=True)[number]
    second = torch.autograd.grad((first * case["weights"]).sum(), tuple(given.values()), allow_unused=True)
    return {"first": first} | {f"towards {name}": value for name, value in zip(given, second, strict=True)}


def make_second_of_x(rng):
    return new_case(rng, (4, 3), (3,)) | {"weights": normal(rng, 4, 3)}


def observe_second_of_x(impl, case, probe):
    return second_derivatives(impl, case, 0)


def make_second_of_beta(rng):
    return new_case(rng, (4, 3), (3,)) | {"weights": normal(rng, 3)}


def observe_second_of_beta(impl, case, probe):
    return second_derivatives(impl, case, 1)


def after_edit(impl, case, probe, edited):
    """What the sweep says after one of the operands was overwritten."""
    given = {name: leaf(case[name]) for name in ("x", "beta")}
    x, beta = (value * 1 for value in given.values())
    result = impl.Swish.apply(x, beta)
    {"x": x, "beta": beta}[edited].add_(1)

    def sweep():
        (result * case["upstream"]).sum().backward()
        return {f"{name}.grad": value.grad for name, value in given.items()}

    return probe.caught(sweep, "inplace")


def make_edited_x(rng):
    return new_case(rng, (2, 3), (2, 3))


def observe_edited_x(impl, case, probe):
    return after_edit(impl, case, probe, "x")


def make_edited_beta(rng):
    return new_case(rng, (2, 3), (2, 3))


def observe_edited_beta(impl, case, probe):
    return after_edit(impl, case, probe, "beta")


def make_shared_upstream(rng):
    return new_case(rng, (4, 3), (3,)) | {"side": normal(rng, 4, 3), "factor": normal(rng)}


def observe_shared_upstream(impl, case, probe):
    # The sum hands one tensor to both of its terms. The other term was made first, so its turn comes last.
    side, x, beta = leaf(case["side"]), leaf(case["x"]), leaf(case["beta"])
    other = side * case["factor"]
    ((impl.Swish.apply(x, beta) + other) * case["upstream"]).sum().backward()
    return {"side.grad": side.grad, "x.grad": x.grad}


def make_one_operation(rng):
    return new_case(rng, (2, 3), (2, 3))


def observe_one_operation(impl, case, probe):
    nodes, found = [impl.Swish.apply(leaf(case["x"]), leaf(case["beta"])).grad_fn], set()
    while nodes:
        node = nodes.pop()
        if node is not None and node not in found:
            found.add(node)
            nodes.extend(source for source, _ in node.next_functions)
    return {"recorded operations": sum(not hasattr(node, "variable") for node in found)}
