"""What is done with `evaluate` and `train`: a model with dropout and batch norm is measured, and looked at afterwards.

The validation inputs have another mean and spread than those that the running statistics stand for.
"""

import torch
from torch import nn

FEATURES, HIDDEN, CLASSES = 4, 12, 3


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng)


def labelled(rng, rows, scale=1.0, shift=0.0):
    """Inputs, and for each which of its first numbers is the largest, a little blurred."""
    x = scale * normal(rng, rows, FEATURES) + shift
    return {"x": x, "y": (x[:, :CLASSES] + 0.3 * normal(rng, rows, CLASSES)).argmax(1)}


def new_case(rng):
    return labelled(rng, rows=96, scale=3.0, shift=2.0) | {
        "weights": [normal(rng, HIDDEN, FEATURES), normal(rng, HIDDEN), normal(rng, CLASSES, HIDDEN)],
        "mean": normal(rng, HIDDEN),
        "variance": 1.0 + torch.rand(HIDDEN, generator=rng),
    }


def network(case):
    """A network with the case's weights and running statistics, in training mode, as a new one is."""
    model = nn.Sequential(
        nn.Linear(FEATURES, HIDDEN),
        nn.BatchNorm1d(HIDDEN),
        nn.Dropout(0.5),
        nn.Linear(HIDDEN, CLASSES, bias=False),
    )
    with torch.no_grad():
        for tensor, values in zip((model[0].weight, model[0].bias, model[3].weight), case["weights"], strict=True):
            tensor.copy_(values)
        model[1].running_mean.copy_(case["mean"])
        model[1].running_var.copy_(case["variance"])
    return model


def score(impl, model, x, y, batch_size=32):
    """A float in float32, whichever precision it was counted in; of anything else the type."""
    share = impl.evaluate(model, x, y, batch_size)
    return torch.tensor(share, dtype=torch.float32) if type(share) is float else type(share).__name__


make_repeated = new_case


def observe_repeated(impl, case, probe):
    model = network(case)
    return {f"score {number}": score(impl, model, case["x"], case["y"]) for number in (1, 2, 3)}


make_batch_sizes = new_case


def observe_batch_sizes(impl, case, probe):
    model = network(case)
    return {f"in batches of {size}": score(impl, model, case["x"], case["y"], size) for size in (12, 32, 96)}


make_row_order = new_case


def observe_row_order(impl, case, probe):
    model, order = network(case), case["y"].argsort(stable=True)
    return {
        "as they come": score(impl, model, case["x"], case["y"]),
        "sorted by class": score(impl, model, case["x"][order], case["y"][order]),
    }


make_statistics = new_case


def observe_statistics(impl, case, probe):
    model = network(case)
    impl.evaluate(model, case["x"], case["y"], 32)
    return {**probe.buffers(model), **probe.parameters(model)}


make_recorded = new_case


def observe_recorded(impl, case, probe):
    model = network(case)
    with probe.saved_tensors() as saved:
        impl.evaluate(model, case["x"], case["y"], 32)
    return {"tensors kept for a backward pass": saved.count}


make_mode = new_case


def observe_mode(impl, case, probe):
    model, seen = network(case), {}
    for mode in (True, False):
        model.train(mode)
        impl.evaluate(model, case["x"], case["y"], 32)
        seen["in training mode" if mode else "in eval mode"] = [part.training for part in model.modules()]
    return seen


def make_model(rng):
    return labelled(rng, rows=30) | {"seed": int(torch.randint(1000, (), generator=rng))}


def observe_model(impl, case, probe):
    torch.manual_seed(case["seed"])
    model = impl.build()
    return {"in training mode": model(case["x"]), "in eval mode": model.eval()(case["x"]), **probe.parameters(model)}


def make_training(rng, val_rows=60):
    val = labelled(rng, rows=val_rows, scale=3.0, shift=2.0)
    seed = int(torch.randint(1, 1000, (), generator=rng))
    return labelled(rng, rows=80) | {"val_x": val["x"], "val_y": val["y"], "seed": seed}


def train(impl, case, **settings):
    return impl.train(case["x"], case["y"], case["val_x"], case["val_y"], **settings)


def observe_training(impl, case, probe):
    with probe.loop() as trace:
        model, scores = train(impl, case, epochs=2, lr=0.02, batch_size=32, seed=case["seed"])
    probe.show_events(trace.events)
    steps, numbers = trace.order.count("S"), probe.numbers(scores, torch.float32)
    return {**probe.parameters(model), **probe.buffers(model), "steps": steps, "scores": numbers}


def make_defaults(rng):
    return make_training(rng, val_rows=40)  # in each epoch two batches to train on and one to validate


def observe_defaults(impl, case, probe):
    model, scores = train(impl, case)
    return {**probe.parameters(model), **probe.buffers(model), "scores": len(scores)}
