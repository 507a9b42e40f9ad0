"""What is done with `train`: fresh points, a few settings, and a look at weights, losses and scores.

The history is that of the defaults, with the weights after it, so that a changed default shows. The other calls name
every setting, for steps are what a run costs: the rate of `BRIEFLY` comes in 20 as far as that of the script in 120.
The number of rows is no multiple of the batch size.
"""

import torch
from torch import nn

CENTRES = torch.tensor([[4.0, 0.0], [-4.0, 0.0], [0.0, 4.0]])
BRIEFLY = {"epochs": 10, "lr": 0.05, "batch_size": 60}


def points(rng, rows):
    y = torch.randint(len(CENTRES), (rows,), generator=rng)
    return CENTRES[y] + torch.randn(rows, 2, generator=rng), y


def data(rng, rows=110):
    """Points around three centres, and fresh ones around the same."""
    x, y = points(rng, rows)
    fresh_x, fresh_y = points(rng, 100)
    seed = int(torch.randint(1000, (), generator=rng))
    return {"x": x, "y": y, "fresh x": fresh_x, "fresh y": fresh_y, "seed": seed}


def learned(model):
    """The weights and biases, whatever they are called by: a layer without weights may stand behind."""
    return [parameter.detach().clone() for parameter in model.parameters()]


def scores(model, x):
    """What the model puts out for those who ask it for answers: its scores in training are in the losses."""
    model.eval()
    with torch.no_grad():
        return model(x)


def make_first_epoch(rng):
    return data(rng, rows=70)


def observe_first_epoch(impl, case, probe):
    model, history = impl.train(case["x"], case["y"], epochs=1, lr=0.01, batch_size=50, seed=case["seed"])
    return {"weights and biases": learned(model), "losses": probe.numbers(history, torch.float32)}


make_weights = data


def observe_weights(impl, case, probe):
    inputs = probe.inputs(case)
    model, _ = impl.train(case["x"], case["y"], **BRIEFLY, seed=case["seed"])
    return {"weights and biases": learned(model), "changed inputs": inputs.changed()}


def make_history(rng):
    return data(rng, rows=70)


def observe_history(impl, case, probe):
    model, history = impl.train(case["x"], case["y"])
    probe.show_losses(history)
    carries = any(isinstance(loss, torch.Tensor) and loss.requires_grad for loss in history)
    return {
        "losses": probe.numbers(history, torch.float32),
        "carry a graph": carries,
        "weights and biases": learned(model),
    }


make_scores = data


def observe_scores(impl, case, probe):
    # log_softmax takes away the constant that scores are free to share; log-probabilities it leaves as they are.
    model, _ = impl.train(case["x"], case["y"], **BRIEFLY, seed=case["seed"])
    return {"log-probabilities of the scores": scores(model, case["fresh x"]).log_softmax(1)}


make_fit = data


def observe_fit(impl, case, probe):
    model, _ = impl.train(case["x"], case["y"], **BRIEFLY, seed=case["seed"])
    return probe.number(nn.functional.cross_entropy(scores(model, case["fresh x"]), case["fresh y"]))


def make_settings(rng):
    return data(rng, rows=70)


def observe_settings(impl, case, probe):
    model, history = impl.train(case["x"], case["y"], epochs=6, lr=0.02, batch_size=24, seed=case["seed"])
    return {"weights and biases": learned(model), "losses": len(history)}
