"""What is done with `backward_nodes`: formulas are computed, and the names of their nodes are looked at.

Of several right orders any will do, so names are compared as a bag, and their order by who has to stand before whom.
Where this is asked, each of the operations is there once, so that its name says which node it is.
"""

import itertools

import torch

LEVELS = 12
LENGTH = 2_000
SHOWN = 5
FUNCTIONS = ("exp", "sin", "cos", "tanh", "sigmoid", "atan", "sinh", "erf", "asinh", "expm1")


def numbers(rng, *shape):
    return 0.5 + torch.rand(shape, generator=rng, dtype=torch.float64)


def leaf(values):
    return values.clone().requires_grad_()


def names_of(impl, result):
    """The names, each without the C++ namespace some come with; what is no text stays as it is."""
    names = impl.backward_nodes(result)
    return [name.rpartition("::")[2] if isinstance(name, str) else name for name in names]


def seen(impl, result, *before):
    """The names as a bag, and those of the pairs `before` (consumer, input) that stand the wrong way round."""
    names = names_of(impl, result)
    place = {name: number for number, name in enumerate(names)}
    wrong = [
        f"{source} before {user}" for user, source in before if place.get(user, -1) > place.get(source, len(names))
    ]
    return {"names": sorted(map(str, names)), "too early": wrong[:SHOWN]}


def node(function):
    return f"{function.capitalize()}Backward0"


def make_leaf(rng):
    return {"x": numbers(rng, 3)}


def observe_leaf(impl, case, probe):
    asking, plain = leaf(case["x"]), case["x"]
    with torch.no_grad():
        unrecorded = asking * 2
    tensors = {"a leaf": asking, "no gradients asked for": plain * plain, "recording off": unrecorded}
    return {name: names_of(impl, tensor) for name, tensor in tensors.items()}


def make_constants(rng):
    return {"x": numbers(rng, 3), "constant": numbers(rng, 3)}


def observe_constants(impl, case, probe):
    x = leaf(case["x"])
    result = (3 * x.exp() + case["constant"]) / x.detach()
    order = ["DivBackward0", "AddBackward0", "MulBackward0", "ExpBackward0", "AccumulateGrad"]
    return seen(impl, result, *itertools.pairwise(order))


def make_two_leaves(rng):
    return {"x": numbers(rng, 2, 3), "y": numbers(rng, 3, 4)}


def observe_two_leaves(impl, case, probe):
    x, y = leaf(case["x"]), leaf(case["y"])
    result = (x @ y.sin().cos()).sum()
    order = ["SumBackward0", "MmBackward0", "CosBackward0", "SinBackward0", "AccumulateGrad"]
    return seen(impl, result, *itertools.pairwise(order))


def make_diamond(rng):
    return {"x": numbers(rng)}


def observe_diamond(impl, case, probe):
    x = leaf(case["x"])
    top = x.exp()
    result = top.sin() * top.tanh()
    arms = ["SinBackward0", "TanhBackward0"]
    return seen(
        impl,
        result,
        *(("MulBackward0", arm) for arm in arms),
        *((arm, "ExpBackward0") for arm in arms),
        ("ExpBackward0", "AccumulateGrad"),
    )


def make_skip_connection(rng):
    return {"x": numbers(rng)}


def observe_skip_connection(impl, case, probe):
    y = leaf(case["x"]).exp()
    order = ["AddBackward0", "SinBackward0", "TanhBackward0", "ExpBackward0", "AccumulateGrad"]
    before = list(itertools.pairwise(order))
    return {
        "directly first": seen(impl, y + y.tanh().sin(), *before),
        "directly last": seen(impl, y.tanh().sin() + y, *before),
    }


def make_several_results(rng):
    return {"x": numbers(rng, 6)}


def observe_several_results(impl, case, probe):
    first, second, third = leaf(case["x"]).exp().chunk(3)
    result = first.sin() * second.cos() + third
    arms = ["SinBackward0", "CosBackward0"]
    return seen(
        impl,
        result,
        ("AddBackward0", "MulBackward0"),
        *((arm, "SplitBackward0") for arm in arms),
        ("SplitBackward0", "ExpBackward0"),
    )


def make_lattice(rng):
    return {"x": numbers(rng)}


def observe_lattice(impl, case, probe):
    y = leaf(case["x"])
    for _ in range(LEVELS):
        y = y * y
    names = names_of(impl, y)
    return {"nodes": len(names), "the last": names[-1:]}


def make_random_graph(rng):
    def pick(end):
        return int(torch.randint(end, (), generator=rng))

    order = [FUNCTIONS[place] for place in torch.randperm(len(FUNCTIONS), generator=rng).tolist()]
    # Each function takes the product of its predecessor, so that all are needed, and of any earlier one.
    steps = [[function, made, pick(made + 1), pick(2)] for made, function in enumerate(order)]
    return {"x": numbers(rng, 2), "steps": steps}


def observe_random_graph(impl, case, probe):
    made = [leaf(case["x"])]
    names = ["AccumulateGrad"]
    before = []
    for function, newest, other, swapped in case["steps"]:
        one, two = (other, newest) if swapped else (newest, other)
        made.append(getattr(made[one] * made[two] * 0.5, function)())
        names.append(node(function))
        before += [(names[-1], names[one]), (names[-1], names[two])]
    return seen(impl, made[-1], *before)


def make_chain(rng):
    return {"x": numbers(rng)}


def observe_chain(impl, case, probe):
    """A leaf at the end of 2,000 paths, no two of them equally long.

    The sum so far stands on either side in turn: who loops along one operand calls itself a thousand times.
    """
    x = leaf(case["x"])
    y = x
    for step in range(LENGTH):
        y = x + y if step % 2 else y + x
    names = names_of(impl, y)
    return {"nodes": len(names), "the first": names[:1], "the last": names[-1:]}
