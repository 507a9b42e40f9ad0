"""What is done with `Value`: each formula with its numbers, and what is looked at afterwards.

Numbers have two decimals so that a learner can redo them on paper, and keep away from 0 and 1, where wrong
derivatives happen to be right.
"""

import torch


def between(rng, low, high):
    spread = torch.rand((), generator=rng, dtype=torch.float64).item()
    return round(low + (high - low) * spread, 2)


def seen(probe, result, **leaves):
    """The result's number and the gradients of the leaves, floats or 0-D tensors alike."""
    probe.show_graph(result, **leaves)
    probe.show_gradients({name: leaf.grad for name, leaf in leaves.items()})
    return {"data": probe.number(result.data)} | {
        f"{name}.grad": probe.number(leaf.grad) for name, leaf in leaves.items()
    }


def make_reuse(rng):
    return {"x": between(rng, 1.5, 4.0)}


def observe_reuse(impl, case, probe):
    x = impl.Value(case["x"])
    z = x * x + x
    z.backward()
    return seen(probe, z, x=x)


def make_add_self(rng):
    return {"x": between(rng, 1.5, 4.0)}


def observe_add_self(impl, case, probe):
    x = impl.Value(case["x"])
    z = x + x
    z.backward()
    return seen(probe, z, x=x)


def make_neuron(rng):
    return {"a": between(rng, 1.2, 2.2), "b": between(rng, -4.0, -2.0)}


def observe_neuron(impl, case, probe):
    a, b = impl.Value(case["a"]), impl.Value(case["b"])
    z = (a * b + a.tanh()) ** 2
    z.backward()
    return seen(probe, z, a=a, b=b)


def make_interior(rng):
    return {"a": between(rng, 0.6, 0.9), "b": between(rng, 0.2, 0.4)}


def observe_interior(impl, case, probe):
    a, b = impl.Value(case["a"]), impl.Value(case["b"])
    p, q = a * b, a - b  # functions of results, most of them used twice; q is below 1
    z = p.tanh() + p**2 + p**3 + q.relu() * p + q.relu() + (a + b).tanh()
    z.backward()
    return seen(probe, z, a=a, b=b)


def make_diamond(rng):
    return {"x": between(rng, 1.2, 2.0)}


def observe_diamond(impl, case, probe):
    x = impl.Value(case["x"])
    a = x * 2
    b = a * a
    z = (a + b) * b
    z.backward()
    return seen(probe, z, x=x)


def make_skip_connection(rng):
    return {"x": between(rng, 0.4, 0.9)}


def observe_skip_connection(impl, case, probe):
    x = impl.Value(case["x"])
    a = x * x
    b = a.tanh()
    z = b * b + a
    z.backward()
    return seen(probe, z, x=x)


def make_reflected(rng):
    return {"x": between(rng, 1.5, 5.0)}


def observe_reflected(impl, case, probe):
    x = impl.Value(case["x"])
    z = 2 + 3 * x
    z.backward()
    return seen(probe, z, x=x)


def make_rsub(rng):
    return {"x": between(rng, 1.5, 5.0)}


def observe_rsub(impl, case, probe):
    x = impl.Value(case["x"])
    z = 10 - x
    z.backward()
    return seen(probe, z, x=x)


def make_minus(rng):
    return {"x": between(rng, 1.5, 3.0), "y": between(rng, 3.5, 5.0)}


def observe_minus(impl, case, probe):
    x, y = impl.Value(case["x"]), impl.Value(case["y"])
    z = (x - y) * -x + (y - 3)
    z.backward()
    return seen(probe, z, x=x, y=y)


def make_div(rng):
    return {"x": between(rng, 2.0, 5.0), "y": between(rng, 1.5, 3.0)}


def observe_div(impl, case, probe):
    x, y = impl.Value(case["x"]), impl.Value(case["y"])
    z = 1 / x + x / 2 + x / y
    z.backward()
    return seen(probe, z, x=x, y=y)


def make_powers(rng):
    return {"x": between(rng, 1.2, 2.5), "y": between(rng, 2.0, 5.0)}


def observe_powers(impl, case, probe):
    x, y = impl.Value(case["x"]), impl.Value(case["y"])
    z = (x**3 + 1) * y**-0.5
    z.backward()
    return seen(probe, z, x=x, y=y)


def make_relu_kink(rng):
    return {"below": -between(rng, 0.2, 3.0), "above": between(rng, 0.2, 3.0)}


def observe_relu_kink(impl, case, probe):
    below, zero, above = impl.Value(case["below"]), impl.Value(0.0), impl.Value(case["above"])
    z = below.relu() * 2 + zero.relu() * 3 + above.relu() * 4
    z.backward()
    return seen(probe, z, below=below, zero=zero, above=above)


def make_two_graphs_one_leaf(rng):
    return {"x": between(rng, 0.5, 1.5), "factor": between(rng, 2.0, 4.0)}


def observe_two_graphs_one_leaf(impl, case, probe):
    x = impl.Value(case["x"])
    (x * case["factor"]).backward()
    z = x.tanh()  # another operation, so that what is left out of one rule does not look like a reset
    z.backward()
    return seen(probe, z, x=x)


def make_root_is_leaf(rng):
    return {"x": between(rng, 1.5, 4.0)}


def observe_root_is_leaf(impl, case, probe):
    x = impl.Value(case["x"])
    x.backward()
    return seen(probe, x, x=x)


def make_shared_interior(rng):
    return {"x": between(rng, 1.5, 4.0), "y": between(rng, 1.5, 4.0)}


def observe_shared_interior(impl, case, probe):
    x, y = impl.Value(case["x"]), impl.Value(case["y"])
    shared = x + y
    (shared * 3).backward()
    z = shared * 5
    z.backward()
    return seen(probe, z, x=x, y=y)
