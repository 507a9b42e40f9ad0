"""What is done with `train`: fresh data, a few seeds and settings, and a look at weights and losses.

Calls without settings use the defaults, so that a changed default shows; others name every setting.
"""

import torch

FEATURES = 4


def data(rng, rows=256):
    """Examples of a linear rule without noise; its weights are of very different sizes, its bias is not 0."""
    weights = torch.tensor([[1.0], [-2.0], [3.0], [0.5]]) * (0.5 + torch.rand(FEATURES, 1, generator=rng))
    x = torch.randn(rows, FEATURES, generator=rng)
    return {"x": x, "y": x @ weights + 1.5, "seed": int(torch.randint(1000, (), generator=rng))}


def show_first_steps(impl, case, probe):
    """For the report only: the events of three steps, and the gradients that the third one finds."""
    with probe.loop() as trace:
        impl.train(case["x"], case["y"], steps=3, lr=0.05, batch_size=32, seed=case["seed"])
    probe.show_events(trace.events)
    if len(trace.gradients) == 3:
        weight, bias = (*trace.gradients[2], None, None)[:2]
        probe.show_gradients({"weight at step 3": weight, "bias at step 3": bias})


make_first_steps = data


def observe_first_steps(impl, case, probe):
    seen = {}
    for steps in (1, 2, 3):
        model, _ = impl.train(case["x"], case["y"], steps=steps, lr=0.05, batch_size=32, seed=case["seed"])
        seen[f"after {steps}"] = probe.parameters(model)
    show_first_steps(impl, case, probe)
    return seen


make_weights = data


def observe_weights(impl, case, probe):
    inputs = probe.inputs([case["x"], case["y"]])
    model, _ = impl.train(case["x"], case["y"], seed=case["seed"])
    return {**probe.parameters(model), "changed inputs": inputs.changed()}


make_history = data


def observe_history(impl, case, probe):
    _, history = impl.train(case["x"], case["y"], seed=case["seed"])
    probe.show_losses(history)
    return probe.numbers(history, torch.float32)


make_settles = data


def observe_settles(impl, case, probe):
    _, history = impl.train(case["x"], case["y"], seed=case["seed"])
    return sum(probe.number(loss) for loss in history[-10:]) / 10


def make_settings(rng):
    return data(rng, rows=90)


def observe_settings(impl, case, probe):
    model, history = impl.train(case["x"], case["y"], steps=25, lr=0.02, batch_size=16, seed=case["seed"])
    return {
        **probe.parameters(model),
        "losses": len(history),
        "losses that hold a graph": sum(getattr(loss, "requires_grad", False) for loss in history),
    }


make_seed_left_out = data


def observe_seed_left_out(impl, case, probe):
    model, _ = impl.train(case["x"], case["y"], steps=2)
    return probe.parameters(model)
