"""What is done with `train`: fresh data, a few seeds and settings, and a look at weights and losses.

One run uses the defaults, so that a changed default shows; the others name every setting, and take no more steps than
they need.
"""

import torch

FEATURES = 4


def data(rng, rows=256):
    """Examples of a linear rule without noise; its weights are of very different sizes, its bias is not 0."""
    weights = torch.tensor([[1.0], [-2.0], [3.0], [0.5]]) * (0.5 + torch.rand(FEATURES, 1, generator=rng))
    x = torch.randn(rows, FEATURES, generator=rng)
    return {"x": x, "y": x @ weights + 1.5, "seed": int(torch.randint(1000, (), generator=rng))}


def learned(model, probe):
    """Weights and bias in one row, so that a bias on its way past zero is measured by the weights."""
    parts = [values.flatten() for values in probe.parameters(model).values()]
    return {"weights, then the bias": torch.cat(parts) if parts else "no parameters"}


def first_steps(impl, case, probe, steps):
    """The weights after so many steps."""
    model, _ = impl.train(case["x"], case["y"], steps=steps, lr=0.05, batch_size=32, seed=case["seed"])
    return learned(model, probe)


def show_three_steps(trace, probe):
    """For the report only: the events of three steps, and the gradients that the third one finds."""
    probe.show_events(trace.events)
    if len(trace.gradients) == 3:
        weight, bias = (*trace.gradients[2], None, None)[:2]
        probe.show_gradients({"weight at step 3": weight, "bias at step 3": bias})


make_first_steps = data


def observe_first_steps(impl, case, probe):
    seen = {f"after {steps}": first_steps(impl, case, probe, steps) for steps in (1, 2)}
    with probe.loop() as trace:
        seen["after 3"] = first_steps(impl, case, probe, 3)
    show_three_steps(trace, probe)
    return seen


make_all_steps = data


def observe_all_steps(impl, case, probe):
    inputs = probe.inputs([case["x"], case["y"]])
    model, history = impl.train(case["x"], case["y"], seed=case["seed"])
    probe.show_losses(history)
    return {
        "losses": probe.numbers(history, torch.float32),
        **learned(model, probe),
        "changed inputs": inputs.changed(),
    }


make_settles = data


def observe_settles(impl, case, probe):
    """Larger steps, of larger batches, get near zero in fewer."""
    _, history = impl.train(case["x"], case["y"], steps=25, lr=0.2, batch_size=64, seed=case["seed"])
    return sum(probe.number(loss) for loss in history[-10:]) / 10


def make_settings(rng):
    return data(rng, rows=90)


def observe_settings(impl, case, probe):
    model, history = impl.train(case["x"], case["y"], steps=8, lr=0.02, batch_size=16, seed=case["seed"])
    return {
        **learned(model, probe),
        "losses": len(history),
        "losses that hold a graph": sum(getattr(loss, "requires_grad", False) for loss in history),
    }


make_seed_left_out = data


def observe_seed_left_out(impl, case, probe):
    model, _ = impl.train(case["x"], case["y"], steps=2)
    return learned(model, probe)
