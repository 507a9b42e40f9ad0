"""What is done with `build`, `fit` and `predict`: numbers where they are fixed, properties where training decides.

Training runs on fresh spirals, in units in which nothing is near 0 or 1, and sorted by class: without normalising they
are not learned. What can be settled in a few steps is settled on a few dozen points.
"""

import io
from itertools import chain, groupby, pairwise

import torch
from torch.nn.functional import cross_entropy

CLASSES = 3
FEATURES = 2
SMALL = [FEATURES, 8, CLASSES]


def spirals(rng, count):
    """Points of three interleaved spirals, sorted by class, as inputs (count, 2) and targets (count,).

    None is in the centre, where the three meet and nobody can tell them apart.
    """
    arm = torch.arange(count) * CLASSES // count
    radius = 0.1 + 0.9 * torch.rand(count, generator=rng)
    turn = 4 * radius + 2 * torch.pi / CLASSES * arm + 0.1 * torch.randn(count, generator=rng)
    points = torch.stack((radius * turn.cos(), radius * turn.sin()), 1)
    return [points * torch.tensor([5.0, 0.05]) + torch.tensor([20.0, -1.0]), arm]


def small_data(rng):
    """38 points to train on, two batches of which the second has 6, and 40 whose targets are drawn by lot; weights."""
    return {
        "train": spirals(rng, 38),
        "val": [spirals(rng, 40)[0], torch.randint(CLASSES, (40,), generator=rng)],
        "weights": weights_for(rng, SMALL),
        "seed": int(torch.randint(1000, (), generator=rng)),
    }


def weights_for(rng, sizes):
    """Weights and biases in the order of `parameters()`."""
    shapes = chain.from_iterable(((after, before), (after,)) for before, after in pairwise(sizes))
    return [torch.randn(shape, generator=rng) for shape in shapes]


def network(impl, sizes, weights, **settings):
    model = impl.build(sizes, **settings)
    with torch.no_grad():
        for parameter, values in zip(model.parameters(), weights, strict=True):
            parameter.copy_(values)
    return model


def fit(impl, model, case, probe, **settings):
    usual = {"epochs": 3, "lr": 0.01, "patience": 50, "seed": case["seed"], "device": probe.device}
    return impl.fit(model, tuple(case["train"]), tuple(case["val"]), **(usual | settings))


def mean_loss(model, pair):
    with torch.no_grad():
        return cross_entropy(model.eval()(pair[0]), pair[1]).item()


def are_near(losses, others):
    return len(losses) == len(others) and all(abs(a - b) <= 1e-3 * abs(b) for a, b in zip(losses, others, strict=True))


def is_same(one, other):
    return all(map(torch.equal, one.parameters(), other.parameters()))


class Watch:
    """Follows a model through `fit`: the rows that a pass is given tell whether it trains or validates.

    Each of `passes` has its part of the data, the numbers of its rows there, the sum of their losses, the model's mode
    and whether it is recorded; others are left out. `progress` is told the mean training loss of every epoch.
    """

    def __init__(self, model, train, val, progress=lambda _: None):
        self._targets = {"train": train[1], "val": val[1]}
        self._numbers = {
            tuple(row): (part, number)
            for part, (x, _) in (("train", train), ("val", val))
            for number, row in enumerate(x.tolist())
        }
        self._progress = progress
        self.passes = []
        model.register_forward_hook(self._passed)

    def _passed(self, model, inputs, logits):
        found = [self._numbers.get(tuple(row)) for row in inputs[0].tolist()]
        if None in found:
            return
        part, rows = found[0][0], [number for _, number in found]
        loss = cross_entropy(logits.detach(), self._targets[part][rows], reduction="sum").item()
        if part == "val" and self.passes and self.passes[-1]["part"] == "train":
            self._progress(self.mean_losses("train")[-1])
        self.passes.append(
            {"part": part, "rows": rows, "loss": loss, "modes": (model.training, torch.is_grad_enabled())}
        )

    def epochs(self, part):
        """The passes over one part of the data, in groups that passes over the other part divide."""
        return [list(group) for name, group in groupby(self.passes, key=lambda one: one["part"]) if name == part]

    def mean_losses(self, part):
        """The mean loss of all rows in each of these groups."""
        return [
            sum(one["loss"] for one in epoch) / sum(len(one["rows"]) for one in epoch) for epoch in self.epochs(part)
        ]

    def modes(self, part, place):
        """Whether all passes over one part are in training mode (place 0) or recorded (1); None if they differ."""
        seen = {one["modes"][place] for one in self.passes if one["part"] == part}
        return seen.pop() if len(seen) == 1 else None


def make_layers(rng):
    return {"sizes": [[2, 3], [2, 5, 3], [4, 8, 7, 6, 3]]}


def observe_layers(impl, case, probe):
    seen = []
    for sizes in case["sizes"]:
        model = impl.build(sizes)
        parameters = probe.outline(list(model.parameters()))
        logits = probe.on_meta(model)(torch.zeros(11, sizes[0], device="meta"))
        seen.append({"parameters": parameters, "logits on the device meta": probe.outline(logits)})
    return seen


def make_logits(rng):
    weights = {"deep": weights_for(rng, [3, 6, 5, 4]), "shallow": weights_for(rng, [3, 4])}
    return {"x": torch.randn(7, 3, generator=rng), **weights}


def observe_logits(impl, case, probe):
    return {
        "relu": network(impl, [3, 6, 5, 4], case["deep"])(case["x"]),
        "tanh": network(impl, [3, 6, 5, 4], case["deep"], activation="tanh")(case["x"]),
        "no hidden layer": network(impl, [3, 4], case["shallow"])(case["x"]),
    }


def make_dropout(rng):
    return {"x": torch.randn(7, 3, generator=rng), "weights": weights_for(rng, [3, 6, 5, 4])}


def observe_dropout(impl, case, probe):
    model = network(impl, [3, 6, 5, 4], case["weights"], dropout=1.0)
    return {"in training mode": model.train()(case["x"]), "in eval mode": model.eval()(case["x"])}


def make_unknown_activation(rng):
    return {"name": "bend"}


def observe_unknown_activation(impl, case, probe):
    impl.build([2, 3])  # where nothing is written yet, this is to say so
    return probe.caught(lambda: type(impl.build([2, 3], activation=case["name"])).__name__, case["name"])


def make_first_weights(rng):
    return {"sizes": [4, 8, 7, 3]}


def observe_first_weights(impl, case, probe):
    layers = [weights for weights in impl.build(case["sizes"]).parameters() if weights.dim() == 2]
    return {"units of one layer that are alike": sum(len(layer) - len(layer.unique(dim=0)) for layer in layers)}


def make_first_step(rng):
    return small_data(rng) | {"train": spirals(rng, 30)}


def observe_first_step(impl, case, probe):
    """How far the one step of the first epoch moves a weight, as a multiple of the rate."""
    model = network(impl, SMALL, case["weights"])
    fit(impl, model, case, probe, epochs=1, lr=0.02, patience=1)
    moves = [(now - before).abs().max() for now, before in zip(model.parameters(), case["weights"], strict=True)]
    return max(moves).item() / 0.02


make_decay = small_data


def observe_decay(impl, case, probe):
    """All hidden units are far below 0, where relu has no slope, so that nothing but decay moves their biases."""
    weights, biases, *last = case["weights"]
    model = network(impl, SMALL, [weights, biases - 1000.0, *last])
    fit(impl, model, case, probe, epochs=1, lr=0.1)
    return {"biases that no gradient comes to": list(model.parameters())[1].detach()}


make_normalised = small_data


def observe_normalised(impl, case, probe):
    """What comes out of the normalising part: no hidden layer, the identity for weights, and a rate of 0."""
    model = network(impl, [FEATURES, FEATURES], [torch.eye(FEATURES), torch.zeros(FEATURES)])
    x, y = case["train"]
    fit(impl, model, case | {"train": (x, y % 2), "val": (x, y % 2)}, probe, lr=0.0)
    with torch.no_grad():
        normalised = model.eval()(x)
    return {
        "training inputs have a mean near 0": normalised.mean(0).abs().max().item() < 0.01,
        "training inputs have a spread near 1": (normalised.std(0) - 1).abs().max().item() < 0.05,
    }


make_epochs = small_data


def observe_epochs(impl, case, probe):
    model = impl.build(SMALL, dropout=0.3)
    watch = Watch(model, case["train"], case["val"])
    with probe.loop(model) as trace:
        history = fit(impl, model, case, probe, epochs=3)
    epochs = [[one["rows"] for one in epoch] for epoch in watch.epochs("train")]
    groups = [{frozenset(rows) for rows in epoch} for epoch in epochs]
    return {
        "batch sizes": [[len(rows) for rows in epoch] for epoch in epochs],
        "rows in each epoch": [sorted(chain.from_iterable(epoch)) for epoch in epochs],
        "batches are new in each epoch": all(one != other for one, other in pairwise(groups)),
        "gradients left over when a backward pass begins": any(trace.stale),
        "losses in the history": {part: [type(loss).__name__ for loss in losses] for part, losses in history.items()},
        "training losses are means over the examples": are_near(history["train"], watch.mean_losses("train")),
        "validation losses are those after each epoch": are_near(history["val"], watch.mean_losses("val")),
        "training is in training mode": watch.modes("train", 0),
        "training is recorded": watch.modes("train", 1),
        "validation is in training mode": watch.modes("val", 0),
        "validation is recorded": watch.modes("val", 1),
    }


make_early_stopping = small_data


def observe_early_stopping(impl, case, probe):
    model = impl.build([FEATURES, 32, CLASSES])
    history = fit(impl, model, case, probe, epochs=60, lr=0.05, patience=4)
    probe.show_losses(history["val"])
    epochs_run = len(history["val"])
    best_epoch = min(range(epochs_run), key=history["val"].__getitem__)
    returned = mean_loss(model, case["val"])
    return {
        "epochs after the best one": epochs_run - 1 - best_epoch,
        "stops before the last epoch": epochs_run < 60,
        "comes back with the best weights": are_near([returned], [min(history["val"])]),
        "epochs with a rate of 0": len(fit(impl, model, case, probe, epochs=20, lr=0.0, patience=4)["val"]),
    }


make_seeds = small_data


def observe_seeds(impl, case, probe):
    models = [network(impl, SMALL, case["weights"], dropout=0.3) for _ in range(3)]
    for model, more in zip(models, (0, 0, 1), strict=True):
        fit(impl, model, case, probe, seed=case["seed"] + more)
        torch.rand(3)
    return {
        "the same seed gives the same weights": is_same(models[0], models[1]),
        "another seed gives others": not is_same(models[1], models[2]),
    }


make_validation_data = small_data


def observe_validation_data(impl, case, probe):
    """One epoch, so that there is nothing to choose, beside data for validation from another world."""
    (x, y), logits = case["val"], []
    for val in ((x, y), (3.0 * x + 40.0, y)):
        model = network(impl, SMALL, case["weights"])
        fit(impl, model, case | {"val": val}, probe, epochs=1)
        with torch.no_grad():
            logits.append(model.eval()(case["train"][0]))
    return {"other validation data, the same model": torch.equal(*logits)}


make_rebuilt = small_data


def observe_rebuilt(impl, case, probe):
    model, rebuilt = impl.build(SMALL), impl.build(SMALL)
    fit(impl, model, case, probe)
    rebuilt.load_state_dict(model.state_dict())
    with torch.no_grad():
        one, other = (each.eval()(case["val"][0]) for each in (model, rebuilt))
    return {"a new network with this state gives the same logits": torch.allclose(one, other)}


def make_constant_feature(rng):
    case = small_data(rng)
    case["train"][0][:, 1] = 7.0
    return case


def observe_constant_feature(impl, case, probe):
    """The feature is 7 wherever it was trained; later it is 9, which is 2 more than its mean."""
    model = network(impl, [FEATURES, FEATURES], [torch.eye(FEATURES), torch.zeros(FEATURES)])
    x, y = case["train"]
    fit(impl, model, case | {"train": (x, y % 2), "val": (x, y % 2)}, probe, lr=0.0)
    with torch.no_grad():
        return {"what 7 and 9 become": model.eval()(torch.tensor([[20.0, 7.0], [20.0, 9.0]]))[:, 1]}


make_not_finite = small_data


def observe_not_finite(impl, case, probe):
    (x, y), (val_x, val_y) = case["train"], case["val"]
    x_with_nan, val_x_with_inf = x.clone(), val_x.clone()
    x_with_nan[3, 1], val_x_with_inf[5, 0] = float("nan"), float("inf")
    model = impl.build(SMALL)

    def fit_to(train, val):
        return lambda: fit(impl, model, case | {"train": train, "val": val}, probe)

    return {
        "training inputs": probe.caught(fit_to((x_with_nan, y), (val_x, val_y)), "finite"),
        "validation inputs": probe.caught(fit_to((x, y), (val_x_with_inf, val_y)), "finite"),
        "inputs of predict": probe.caught(lambda: impl.predict(model, x_with_nan), "finite"),
    }


make_inputs_kept = small_data


def observe_inputs_kept(impl, case, probe):
    inputs, model = probe.inputs([case["train"], case["val"]]), impl.build(SMALL)
    fit(impl, model, case, probe)
    impl.predict(model, case["val"][0])
    return {"changed": inputs.changed()}


def make_predict(rng):
    return {"x": torch.randn(40, 3, generator=rng), "weights": weights_for(rng, [3, 16, 4])}


def observe_predict(impl, case, probe):
    model = network(impl, [3, 16, 4], case["weights"], dropout=0.5)
    with probe.saved_tensors() as saved:
        return {
            "in training mode": impl.predict(model.train(), case["x"]),
            "which it still is": model.training,
            "in eval mode": impl.predict(model.eval(), case["x"]),
            "which it is not": model.training,
            "of one row": impl.predict(model, case["x"][:1]),
            "tensors kept for a backward pass": saved.count,
        }


make_resumed = small_data


def observe_resumed(impl, case, probe):
    """A run that is interrupted after each of its epochs in turn, also after its end, against one that is not."""

    def new_network():
        model = impl.build([FEATURES, 16, CLASSES], dropout=0.2)
        return model, Watch(model, case["train"], case["val"])

    def run(model, **settings):
        return fit(impl, model, case, probe, lr=0.05, patience=3, **settings)

    straight, watched = new_network()
    start = {name: value.clone() for name, value in straight.state_dict().items()}
    history = run(straight, epochs=6)
    same = {"weights": [], "losses": [], "first batch": [], "first loss": [], "first two losses": []}
    for epochs in range(1, len(history["val"]) + 1):
        friday, _ = new_network()
        friday.load_state_dict(start)
        checkpoint, file = {}, io.BytesIO()
        run(friday, epochs=epochs, checkpoint=checkpoint)
        torch.save(checkpoint, file)
        file.seek(0)
        monday, resumed = new_network()
        same["losses"].append(run(monday, epochs=6, checkpoint=torch.load(file)) == history)
        same["weights"].append(is_same(straight, monday))
        for expected, got in zip(watched.epochs("train")[epochs:], resumed.epochs("train")[:1], strict=False):
            same["first batch"].append(expected[0]["rows"] == got[0]["rows"])
            same["first loss"].append(expected[0]["loss"] == got[0]["loss"])
            same["first two losses"].append([one["loss"] for one in expected[:2]] == [one["loss"] for one in got[:2]])
    return {f"the same {what}": all(each) for what, each in same.items()}


def make_memory(rng):
    return {"train": spirals(rng, 16), "seed": int(torch.randint(1000, (), generator=rng))}


def observe_memory(impl, case, probe):
    model = impl.build([FEATURES, 32, 32, CLASSES])
    fit(impl, model, case | {"val": case["train"]}, probe, epochs=60, lr=0.05, patience=60)
    return mean_loss(model, case["train"])


def make_skill(rng):
    return {
        "train": spirals(rng, 450),
        "val": spirals(rng, 150),
        "new": spirals(rng, 450),
        "seed": int(torch.randint(1000, (), generator=rng)),
    }


def observe_skill(impl, case, probe):
    model = impl.build([FEATURES, 64, 64, CLASSES])
    watch = Watch(model, case["train"], case["val"], probe.progress)
    fit(impl, model, case, probe, epochs=10, lr=0.02)
    probe.show_losses(watch.mean_losses("train"))
    points, classes = case["new"]
    return (impl.predict(model, points) == classes).float().mean().item()
