"""What is done with `train`: fresh rules and examples, a few settings, and a look at weights, losses and predictions.

The history is that of the defaults, so that a changed default shows. The other calls name every setting, for steps are
what a run costs: large batches and the rate of `BRIEFLY` come to the rule in 30. The number of rows is no multiple of
the batch size.
"""

import warnings

import torch

NOISE = 0.1
BRIEFLY = {"epochs": 6, "lr": 0.15, "batch_size": 48}


def data(rng, rows=200, fresh=100):
    """Examples of a linear rule with a little noise, and fresh ones of the same rule."""
    weights = torch.tensor([2.0, -1.0, 0.5]) * (0.5 + torch.rand(3, generator=rng))
    bias = 3.0 + 2.0 * torch.rand((), generator=rng)
    x = torch.randn(rows + fresh, len(weights), generator=rng)
    y = x @ weights + bias + NOISE * torch.randn(rows + fresh, generator=rng)
    seed = int(torch.randint(1000, (), generator=rng))
    return {"x": x[:rows], "y": y[:rows], "fresh x": x[rows:], "fresh y": y[rows:], "seed": seed}


def learned(model):
    """The weights and the bias, whatever the model is called by."""
    return [parameter.detach().clone() for parameter in model.parameters()]


def predictions(model, x):
    with torch.no_grad():
        return model(x).flatten()


def make_first_epoch(rng):
    return data(rng, rows=50)


def observe_first_epoch(impl, case, probe):
    model, history = impl.train(case["x"], case["y"], epochs=1, lr=0.1, batch_size=20, seed=case["seed"])
    return {"weights and bias": learned(model), "losses": probe.numbers(history, torch.float32)}


make_weights = data


def observe_weights(impl, case, probe):
    inputs = probe.inputs(case)
    model, _ = impl.train(case["x"], case["y"], **BRIEFLY, seed=case["seed"])
    return {"weights and bias": learned(model), "changed inputs": inputs.changed()}


def make_history(rng):
    return data(rng, rows=30)


def observe_history(impl, case, probe):
    _, history = impl.train(case["x"], case["y"])
    probe.show_losses(history)
    carries = any(isinstance(loss, torch.Tensor) and loss.requires_grad for loss in history)
    return {"losses": probe.numbers(history, torch.float32), "carry a graph": carries}


make_fit = data


def observe_fit(impl, case, probe):
    model, _ = impl.train(case["x"], case["y"], **BRIEFLY, seed=case["seed"])
    errors = predictions(model, case["fresh x"]) - case["fresh y"]
    return probe.number(errors.square().mean())


make_spread = data


def observe_spread(impl, case, probe):
    model, _ = impl.train(case["x"], case["y"], **BRIEFLY, seed=case["seed"])
    return probe.number(predictions(model, case["fresh x"]).std() / case["fresh y"].std())


def make_settings(rng):
    return data(rng, rows=40)


def observe_settings(impl, case, probe):
    model, history = impl.train(case["x"], case["y"], epochs=7, lr=0.03, batch_size=16, seed=case["seed"])
    return {"weights and bias": learned(model), "losses": len(history)}


def make_warnings(rng):
    return data(rng, rows=50)


def observe_warnings(impl, case, probe):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        impl.train(case["x"], case["y"], epochs=1, lr=0.1, batch_size=20, seed=case["seed"])
    return {"torch warns of sizes": any("size" in str(warning.message) for warning in caught)}
