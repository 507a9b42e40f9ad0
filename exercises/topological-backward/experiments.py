"""What is done with `topo_order` and `backward`: graphs are built from the engine's `Value`s, and both are called.

Which order is right is asked of the values that an experiment holds, by identity: an engine may put others between
them, a constant or a negation, and the order of what does not depend on each other is free.
"""

import itertools

import torch

DEPTH = 10_000
LEVELS = 12
VALUES = 20
SHOWN = 5  # so many of thousands of misplaced values are named


def between(rng, low, high):
    spread = torch.rand((), generator=rng, dtype=torch.float64).item()
    return round(low + (high - low) * spread, 2)


def engine(impl):
    """The learner's `Value`; a starter without an engine says by itself that it is not written yet."""
    if not hasattr(impl, "Value"):
        impl.topo_order(None)
    return impl.Value


def order_seen(impl, root, values, uses):
    """What is wrong with the order of what `root` was computed from.

    `values` are by name, `root` is one of the names; `uses` are pairs (input, result) of names, inputs first.
    """
    needed = {root}
    for source, result in reversed(uses):
        if result in needed:
            needed.add(source)
    order = list(impl.topo_order(values[root]))
    place = {id(value): number for number, value in enumerate(order)}
    where = {name: place[id(value)] for name, value in values.items() if id(value) in place}
    placed = [(source, result) for source, result in uses if source in where and result in where]
    too_early = [f"{result} before {source}" for source, result in placed if where[source] > where[result]]
    return {
        "listed again": len(order) - len(place),
        "missing": [name for name in values if name in needed and name not in where][:SHOWN],
        "too early": too_early[:SHOWN],
        "not asked for": [name for name in where if name not in needed],
        "the last is the root": bool(order) and order[-1] is values[root],
    }


def swept(impl, probe, root, **leaves):
    """The gradients of the leaves after `backward(root)`."""
    impl.backward(root)
    probe.show_graph(root, **leaves)
    probe.show_gradients({name: leaf.grad for name, leaf in leaves.items()})
    return {f"{name}.grad": probe.gradient(leaf.grad) for name, leaf in leaves.items()}


def make_single(rng):
    return {"x": between(rng, 1.5, 4.0)}


def observe_single(impl, case, probe):
    x = engine(impl)(case["x"])
    seen = order_seen(impl, "x", {"x": x}, [])
    impl.backward(x)
    return {**seen, **swept(impl, probe, x, x=x)}


def make_diamond(rng):
    return {"x": between(rng, 1.2, 2.0), "y": between(rng, 2.2, 3.0)}


def observe_diamond(impl, case, probe):
    x, y = map(engine(impl), (case["x"], case["y"]))
    top = x * y
    left, right = top * y, top.tanh()
    z = left * right
    values = {"x": x, "y": y, "top": top, "left": left, "right": right, "z": z}
    uses = [("x", "top"), ("y", "top"), ("top", "left"), ("y", "left"), ("top", "right"), ("left", "z"), ("right", "z")]
    return {**order_seen(impl, "z", values, uses), **swept(impl, probe, z, x=x, y=y)}


def make_skip_connection(rng):
    return {"x": between(rng, 0.4, 0.9)}


def observe_skip_connection(impl, case, probe):
    x = engine(impl)(case["x"])
    y = x * x
    bent = y.tanh()
    squared = bent * bent
    uses = [("x", "y"), ("y", "bent"), ("bent", "squared"), ("squared", "z"), ("y", "z")]
    seen = {}
    for route, z in (("short route last", squared + y), ("short route first", y + squared)):
        values = {"x": x, "y": y, "bent": bent, "squared": squared, "z": z}
        seen[f"order, {route}"] = order_seen(impl, "z", values, uses)
        seen[f"sum of gradients, {route}"] = swept(impl, probe, z, x=x)
    return seen


def make_lattice(rng):
    return {"x": between(rng, 1.5, 4.0)}


def observe_lattice(impl, case, probe):
    x = engine(impl)(case["x"])
    levels = [x]
    for _ in range(LEVELS):
        levels.append(levels[-1] + levels[-1])
    values = {f"level {number}": value for number, value in enumerate(levels)}
    uses = [(f"level {number}", f"level {number + 1}") for number in range(LEVELS)]
    return {**order_seen(impl, f"level {LEVELS}", values, uses), **swept(impl, probe, levels[-1], x=x)}


def make_random_graph(rng):
    def pick(end):
        return int(torch.randint(end, (), generator=rng))

    # Every value is computed from the newest, so that nearly all are needed, and from any other one.
    steps = []
    for made in range(3, VALUES):
        operands = [made - 1, pick(made)]
        steps.append([("add", "mul", "tanh")[pick(3)], *(operands if pick(2) else reversed(operands))])
    return {"leaves": [between(rng, 0.5, 1.5) for _ in range(3)], "steps": steps}


def observe_random_graph(impl, case, probe):
    made = [engine(impl)(number) for number in case["leaves"]]
    uses = []
    for operation, one, other in case["steps"]:
        first, second = made[one], made[other]
        if operation == "add":
            result = (first + second) * 0.5  # so that no tanh is anywhere near flat
        elif operation == "mul":
            result = first.tanh() * second
        else:
            result = (first + second).tanh()
        uses += [(f"v{one}", f"v{len(made)}"), (f"v{other}", f"v{len(made)}")]
        made.append(result)
    values = {f"v{number}": value for number, value in enumerate(made)}
    seen = order_seen(impl, f"v{len(made) - 1}", values, uses)
    return {**seen, **swept(impl, probe, made[-1], a=made[0], b=made[1], c=made[2])}


def make_side_branch(rng):
    return {"x": between(rng, 1.5, 4.0), "y": between(rng, 1.5, 4.0)}


def observe_side_branch(impl, case, probe):
    x, y = map(engine(impl), (case["x"], case["y"]))
    shared = x * x
    side = shared * y  # uses what the root uses, and is no part of it
    z = shared.tanh() * shared
    beyond = z * y
    values = {"x": x, "shared": shared, "z": z, "y": y, "side": side, "beyond": beyond}
    uses = [("x", "shared"), ("shared", "side"), ("y", "side"), ("shared", "z"), ("z", "beyond"), ("y", "beyond")]
    return {**order_seen(impl, "z", values, uses), **swept(impl, probe, z, x=x, y=y)}


def make_two_formulas(rng):
    return {"x": between(rng, 0.5, 1.5), "y": between(rng, 2.0, 4.0)}


def observe_two_formulas(impl, case, probe):
    x, y = map(engine(impl), (case["x"], case["y"]))
    impl.backward(x * y)
    return swept(impl, probe, x.tanh() * y, x=x, y=y)


def make_two_sweeps(rng):
    return {"x": between(rng, 1.5, 4.0), "y": between(rng, 0.3, 0.9)}


def observe_two_sweeps(impl, case, probe):
    x, y = map(engine(impl), (case["x"], case["y"]))
    shared = x * y
    z = shared * shared.tanh()
    impl.backward(z)
    return swept(impl, probe, z, x=x, y=y)


def chain(impl, case):
    """A leaf at the end of 10,000 routes, no two of them equally long.

    The sum so far stands on either side in turn: who loops along one operand calls itself 5,000 times.
    """
    x = engine(impl)(case["x"])
    sums = [x]
    for step in range(DEPTH):
        sums.append(x + sums[-1] if step % 2 else sums[-1] + x)
    return sums


def make_deep_order(rng):
    return {"x": between(rng, 1.5, 4.0)}


def observe_deep_order(impl, case, probe):
    sums = chain(impl, case)
    held = range(0, DEPTH + 1, 500)
    values = {f"sum {number}": sums[number] for number in held}
    uses = [(f"sum {number}", f"sum {later}") for number, later in itertools.pairwise(held)]
    return order_seen(impl, f"sum {DEPTH}", values, uses)


def make_deep_sweep(rng):
    return {"x": between(rng, 1.5, 4.0)}


def observe_deep_sweep(impl, case, probe):
    sums = chain(impl, case)
    impl.backward(sums[-1])
    return {"x.grad": probe.gradient(sums[0].grad)}
