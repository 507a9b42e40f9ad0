"""What is done with `iterate_batches`: walks with and without shuffling, and what the batches hold.

Rows are told apart by their numbers: row i of the inputs is unlike every other row, and so is target i. Of a shuffled
walk only what does not depend on chance is looked at, since the order that a seed gives is nobody's contract.
"""

from itertools import chain, pairwise

import torch


def data(rng, rows):
    """Inputs (rows, 2, 3) of float32 and targets (rows,) of int64, each unlike all others and in no order."""
    numbers = torch.randperm(rows, generator=rng)
    x = torch.rand(rows, 2, 3, generator=rng) + numbers[:, None, None]
    return {"x": x, "y": 100 + torch.randperm(rows, generator=rng), "seed": int(torch.randint(1000, (), generator=rng))}


def seeded(seed):
    return torch.Generator().manual_seed(seed)


def walk(impl, case, *settings, **named):
    """The batches of one walk over copies of the case's tensors."""
    batches = impl.iterate_batches(case["x"].clone(), case["y"].clone(), *settings, **named)
    return [(inputs, targets) for inputs, targets in batches]


def numbers_of(rows, source):
    """Which rows of `source` these are; -1 for a row that is not there."""
    same = (rows.flatten(1)[:, None] == source.flatten(1)[None]).all(2)
    return torch.where(same.any(1), same.int().argmax(1), -1).tolist()


def row_numbers(case, batches):
    """Per batch, the numbers of its inputs."""
    return [numbers_of(inputs, case["x"]) for inputs, _ in batches]


def target_numbers(case, batches):
    """Per batch, the numbers of its targets."""
    return [numbers_of(targets[:, None], case["y"][:, None]) for _, targets in batches]


def joined(lists):
    return list(chain.from_iterable(lists))


def sizes(batches):
    return [[len(inputs), len(targets)] for inputs, targets in batches]


def mixing(order, batch_size):
    """What an order of row numbers did to the old batches: moved them, shuffled them inside, or really mixed rows."""
    in_order = list(range(len(order)))
    groups = [order[at : at + batch_size] for at in in_order[::batch_size]]
    old_groups = [set(in_order[at : at + batch_size]) for at in in_order[::batch_size]]
    return {
        "in a new order": order != in_order,
        "new rows come together": any(set(group) not in old_groups for group in groups),
        "old neighbours stay together": all(row + 1 == after for group in groups for row, after in pairwise(group)),
    }


def make_in_order(rng):
    return data(rng, 11)


def observe_in_order(impl, case, probe):
    return walk(impl, case, 4)


def make_exact_division(rng):
    return data(rng, 12)


def observe_exact_division(impl, case, probe):
    return {"all": walk(impl, case, 4), "with drop_last": walk(impl, case, 3, drop_last=True)}


def make_drop_last(rng):
    return data(rng, 11)


def observe_drop_last(impl, case, probe):
    return walk(impl, case, 4, drop_last=True, generator=seeded(case["seed"]))


def make_large_batch(rng):
    return data(rng, 5)


def observe_large_batch(impl, case, probe):
    return {"all": walk(impl, case, 8), "with drop_last": walk(impl, case, 8, drop_last=True)}


def make_no_rows(rng):
    return data(rng, 0)


def observe_no_rows(impl, case, probe):
    return {"batches": len(walk(impl, case, 3)), "batches when shuffled": len(walk(impl, case, 3, shuffle=True))}


def make_once_each(rng):
    return data(rng, 23)


def observe_once_each(impl, case, probe):
    batches = walk(impl, case, 4, shuffle=True, generator=seeded(case["seed"]))
    seen = joined(row_numbers(case, batches))
    return {
        "sizes": sizes(batches),
        "some rows come twice": len(set(seen)) < len(seen),
        "some rows never come": set(seen) < set(range(23)),
    }


def make_pairs(rng):
    return data(rng, 23)


def observe_pairs(impl, case, probe):
    batches = walk(impl, case, 4, shuffle=True, generator=seeded(case["seed"]))
    targets = target_numbers(case, batches)
    return {
        "every input comes with its target": row_numbers(case, batches) == targets,
        "targets come in their old order": joined(targets) == list(range(23)),
    }


def make_shuffled(rng):
    return data(rng, 24)


def observe_shuffled(impl, case, probe):
    batches = walk(impl, case, 4, shuffle=True, generator=seeded(case["seed"]))
    return mixing(joined(row_numbers(case, batches)), 4)


def make_two_epochs(rng):
    return data(rng, 24)


def observe_two_epochs(impl, case, probe):
    generator = seeded(case["seed"])
    first, second = (joined(row_numbers(case, walk(impl, case, 4, True, generator=generator))) for _ in range(2))
    neighbours = set(pairwise(first)) & set(pairwise(second))
    return {
        "the second epoch has a new order": first != second,
        "most neighbours are neighbours again": 2 * len(neighbours) > len(first),
    }


def make_seeds(rng):
    return data(rng, 24)


def observe_seeds(impl, case, probe):
    seeds = (case["seed"], case["seed"], case["seed"] + 1)
    one, again, other = (joined(row_numbers(case, walk(impl, case, 4, True, generator=seeded(s)))) for s in seeds)
    return {"the same seed gives the same order": one == again, "another seed gives another order": one != other}


def make_no_generator(rng):
    return data(rng, 24)


def observe_no_generator(impl, case, probe):
    torch.manual_seed(case["seed"])
    first, second = (joined(row_numbers(case, walk(impl, case, 4, shuffle=True))) for _ in range(2))
    torch.manual_seed(case["seed"])
    again = joined(row_numbers(case, walk(impl, case, 4, shuffle=True)))
    return {
        "rows": sorted(first),
        **mixing(first, 4),
        "the second epoch has a new order": first != second,
        "torch.manual_seed brings the first order back": first == again,
    }


def make_dropped_rows(rng):
    return data(rng, 8)


def observe_dropped_rows(impl, case, probe):
    generator = seeded(case["seed"])
    epochs = [walk(impl, case, 3, shuffle=True, drop_last=True, generator=generator) for _ in range(40)]
    missed = set(range(8)) - set(joined(joined(row_numbers(case, batches)) for batches in epochs))
    return {"sizes in each epoch": [sizes(batches) for batches in epochs], "rows that no epoch had": len(missed)}


def make_source_untouched(rng):
    return data(rng, 23)


def observe_source_untouched(impl, case, probe):
    inputs = probe.inputs({"x": case["x"], "y": case["y"]})
    for _ in impl.iterate_batches(case["x"], case["y"], 4, shuffle=True, generator=seeded(case["seed"])):
        pass
    return {"changed": inputs.changed()}
