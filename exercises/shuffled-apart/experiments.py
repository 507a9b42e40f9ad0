"""What is done with `batches` and `train`: fresh data, and a look at what every order of the rows has in common.

Which order a seed gives is left open. So `train` is compared where the order does not matter: with a rate of 0, and
with all rows in one batch. Rows have numbers: row i of x begins with i, and row i of y is 10 i.
"""

from itertools import chain

import torch
from torch.nn.modules.module import register_module_forward_pre_hook


def data(rng, rows=200):
    """Examples of a linear rule without noise, its weights and its bias all well away from 0."""
    sizes = 0.5 + torch.rand(3, 1, generator=rng)
    x = torch.randn(rows, 3, generator=rng)
    return {"x": x, "y": x @ (sizes * torch.tensor([[1.0], [-2.0], [1.5]])) + 1.5, "seed": seed(rng)}


def seed(rng):
    return int(torch.randint(1, 1000, (), generator=rng))


def numbered(rng, rows=23):
    numbers = torch.arange(rows, dtype=torch.float32)[:, None]
    return {"x": torch.cat((numbers, torch.rand(rows, 2, generator=rng)), 1), "y": 10 * numbers, "seed": seed(rng)}


def walk(impl, case, generator, size=4):
    """The numbers of the inputs and of the targets in every batch of one walk."""
    pairs = impl.batches(case["x"].clone(), case["y"].clone(), size, generator)
    return [(inputs[:, 0].int().tolist(), (targets[:, 0] / 10).int().tolist()) for inputs, targets in pairs]


def order(batches):
    return list(chain.from_iterable(inputs for inputs, _ in batches))


def seeded(number):
    return torch.Generator().manual_seed(number)


make_pairs = numbered


def observe_pairs(impl, case, probe):
    batches = walk(impl, case, seeded(case["seed"]))
    targets = list(chain.from_iterable(targets for _, targets in batches))
    return {
        "every input comes with its target": order(batches) == targets,
        "targets come in their old order": targets == list(range(23)),
    }


make_every_row = numbered


def observe_every_row(impl, case, probe):
    batches = walk(impl, case, seeded(case["seed"]))
    seen = order(batches)
    return {
        "batch sizes": [[len(inputs), len(targets)] for inputs, targets in batches],
        "some rows come twice": len(set(seen)) < len(seen),
        "some rows never come": set(seen) < set(range(23)),
    }


make_shuffled = numbered


def observe_shuffled(impl, case, probe):
    generator = seeded(case["seed"])
    first, second = (order(walk(impl, case, generator)) for _ in range(2))
    return {"in the order of the data": first == list(range(23)), "the second walk has a new order": first != second}


make_generators = numbered


def observe_generators(impl, case, probe):
    one, again, other = (order(walk(impl, case, seeded(case["seed"] + more))) for more in (0, 0, 1))
    return {"the same seed gives the same order": one == again, "another seed gives another order": one != other}


make_at_rest = data


def observe_at_rest(impl, case, probe):
    """A rate of 0: the loss of every epoch is that of the first weights on all examples."""
    model, history = impl.train(case["x"], case["y"], epochs=2, lr=0.0, batch_size=80, seed=case["seed"])
    graphs = sum(isinstance(loss, torch.Tensor) and loss.requires_grad for loss in history)
    losses = probe.numbers(history, torch.float32)
    return {**probe.parameters(model), "losses": losses, "losses that carry a graph": graphs}


make_one_batch = data


def observe_one_batch(impl, case, probe):
    inputs = probe.inputs([case["x"], case["y"]])
    model, history = impl.train(case["x"], case["y"], epochs=4, lr=0.1, batch_size=200, seed=case["seed"])
    return {
        **probe.parameters(model),
        "losses": probe.numbers(history, torch.float32),
        "changed inputs": inputs.changed(),
    }


make_defaults = data


def observe_defaults(impl, case, probe):
    """The default rate, number of epochs and seed; all rows in one batch."""
    model, history = impl.train(case["x"], case["y"], batch_size=200)
    return {**probe.parameters(model), "losses": probe.numbers(history, torch.float32)}


def make_steps(rng):
    return data(rng, rows=210)  # 11 batches of 20, and other numbers of 19 or 21


def observe_steps(impl, case, probe):
    with probe.loop() as trace:
        impl.train(case["x"], case["y"], epochs=1, seed=case["seed"])
    probe.show_events(trace.events)
    return {"F forward, B backward, S step": trace.order, "left-over gradients": any(trace.stale)}


def make_epochs(rng):
    return data(rng, rows=40)


def observe_epochs(impl, case, probe):
    """The inputs of every forward pass of two epochs, seen by a hook on all modules."""
    passes = []

    def forward(_, inputs):
        if inputs[0].shape[-1] == 3:  # the model's, not those of a loss
            passes.append(inputs[0].detach().clone())

    hook = register_module_forward_pre_hook(forward)
    try:
        impl.train(case["x"], case["y"], epochs=2, lr=0.05, batch_size=5, seed=case["seed"])
    finally:
        hook.remove()
    rows = torch.cat(passes)
    first, second = rows[: len(case["x"])], rows[len(case["x"]) :]
    return {
        "rows in two epochs": len(rows),
        "both epochs have one order": torch.equal(first, second),
        "epochs in the order of the data": sum(torch.equal(epoch, case["x"]) for epoch in (first, second)),
    }


def make_other_seed(rng):
    return data(rng, rows=40)


def observe_other_seed(impl, case, probe):
    """Another seed gives another order, so another way to the same weights."""
    one, again, other = (impl.train(case["x"], case["y"], epochs=2, seed=s)[1] for s in (case["seed"],) * 2 + (0,))
    return {"the same seed gives the same losses": one == again, "another seed gives others": one != other}


def make_learns(rng):
    return data(rng, rows=100)


def observe_learns(impl, case, probe):
    """The mean squared error of the trained model on all examples: forty steps at a higher rate are enough."""
    model, history = impl.train(case["x"], case["y"], epochs=8, lr=0.1, batch_size=20, seed=case["seed"])
    probe.show_losses(history)
    with torch.no_grad():
        return (model(case["x"]) - case["y"]).square().mean().item()
