"""What is done with `train`: fresh data, a few seeds and settings, and a look at weights, rates and losses.

The targets have noise, so that weights trained at another rate end elsewhere. Calls without settings use the defaults,
so that a changed default shows; others name every setting. An epoch has few batches, for steps are what a run costs;
the settings take 91 steps, so that a drop after 80 batches is told from none.
"""

import torch

FEATURES = 6


def data(rng, rows=90):
    """Examples of a linear rule, whose intercept is far from zero, with noise of variance 0.25."""
    rule = torch.randn(FEATURES, 1, generator=rng)
    x = torch.randn(rows, FEATURES, generator=rng)
    y = x @ rule + 1.5 + 0.5 * torch.randn(rows, 1, generator=rng)
    return {"x": x, "y": y, "seed": int(torch.randint(1000, (), generator=rng))}


def squared_error(weight, bias, x, y):
    return float((x @ weight.T + bias - y).square().mean())


def least_squared_error(x, y):
    ones = torch.ones(len(x), 1, dtype=x.dtype)
    inputs = torch.cat([x, ones], dim=1).double()
    best = torch.linalg.lstsq(inputs, y.double()).solution
    return float((inputs @ best - y).square().mean())


make_first_epochs = data


def observe_first_epochs(impl, case, probe):
    seen = {}
    for epochs in (1, 2, 5):
        model, _, _ = impl.train(case["x"], case["y"], epochs=epochs, lr=0.1, batch_size=20, seed=case["seed"])
        seen[f"after {epochs}"] = probe.parameters(model)
    return seen


make_weights = data


def observe_weights(impl, case, probe):
    inputs = probe.inputs([case["x"], case["y"]])
    model, _, _ = impl.train(case["x"], case["y"])
    return {**probe.parameters(model), "changed inputs": inputs.changed()}


make_rates = data


def observe_rates(impl, case, probe):
    _, _, rates = impl.train(case["x"], case["y"], seed=case["seed"])
    return probe.numbers(rates, torch.float64)


make_history = data


def observe_history(impl, case, probe):
    _, history, _ = impl.train(case["x"], case["y"], seed=case["seed"])
    probe.show_losses(history)
    return {
        "losses": probe.numbers(history, torch.float32),
        "losses that keep a graph": sum(bool(getattr(loss, "requires_grad", False)) for loss in history),
    }


def make_settles(rng):
    return data(rng, rows=800)


def observe_settles(impl, case, probe):
    model, _, _ = impl.train(case["x"], case["y"], epochs=6, lr=0.1, batch_size=80, seed=case["seed"])
    weight, bias = probe.parameters(model).values()
    return squared_error(weight, bias, case["x"], case["y"]) - least_squared_error(case["x"], case["y"])


def make_settings(rng):
    return data(rng, rows=75)


def observe_settings(impl, case, probe):
    model, history, rates = impl.train(case["x"], case["y"], epochs=13, lr=0.05, batch_size=11, seed=case["seed"])
    return {
        **probe.parameters(model),
        "rates": probe.numbers(rates, torch.float64),
        "losses": len(history),
    }
