"""What is done with `train`: new data, a few settings, and a look at the model that comes back and at its history.

There are few examples with many features and much noise, so the network learns them by heart: on every seed it is best
on fresh examples before it ends, even in the few epochs of `BRIEFLY`. The history is that of the defaults, so that a
changed default shows; the other calls name every setting, for epochs are what a run costs. In `ZIGZAG` the examples are
exact and the rate is so high that the loss falls in zigzags: its first low is not its lowest. All is float64, so that
rounding cannot make another epoch the best.
"""

import torch
from torch import nn

FEATURES = 20
NOISE = 1.5
BRIEFLY = {"epochs": 16, "lr": 0.05}
ZIGZAG = {"epochs": 12, "lr": 0.22}


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def data(rng, noise=NOISE):
    """A rule of one feature; the examples to learn from are few and noisy, the fresh ones exact."""
    x, fresh_x = normal(rng, 24, FEATURES), normal(rng, 100, FEATURES)
    return {
        "x": x,
        "y": x[:, :1] + noise * normal(rng, 24, 1),
        "fresh_x": fresh_x,
        "fresh_y": fresh_x[:, :1].clone(),
        "seed": int(torch.randint(1000, (), generator=rng)),
    }


def trained(impl, case, **settings):
    return impl.train(case["x"], case["y"], case["fresh_x"], case["fresh_y"], **settings)


def score(model, case):
    """The loss on the fresh examples."""
    model.eval()
    with torch.no_grad():
        return nn.functional.mse_loss(model(case["fresh_x"]), case["fresh_y"])


make_score = data


def observe_score(impl, case, probe):
    model, history = trained(impl, case, **BRIEFLY, seed=case["seed"])
    probe.show_losses(history)
    return score(model, case)


make_gap = data


def observe_gap(impl, case, probe):
    model, history = trained(impl, case, **BRIEFLY, seed=case["seed"])
    return score(model, case).item() - min(map(probe.number, history))


make_state = data


def observe_state(impl, case, probe):
    inputs = probe.inputs(case)
    model, _ = trained(impl, case, **BRIEFLY, seed=case["seed"])
    return {**probe.parameters(model), **probe.buffers(model), "changed inputs": inputs.changed()}


make_history = data


def observe_history(impl, case, probe):
    model, history = trained(impl, case)
    probe.show_losses(history)
    return {"history": probe.numbers(history, torch.float64), "score": score(model, case)}


def make_settings(rng):
    return data(rng, noise=0.0)


def observe_settings(impl, case, probe):
    model, history = trained(impl, case, **ZIGZAG, seed=case["seed"])
    return {"score": score(model, case), "history": probe.numbers(history, torch.float64)}
