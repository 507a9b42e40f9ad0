"""What is done with `Net` and `train`: parameters are counted, models saved and converted, and surfaces learned.

Each seed has its own surface, a product of two waves with phases of their own.
"""

import inspect

import torch

EASY_STEPS = 25  # on a flat surface the loss is far below 0.01 by then, and has risen again more than once


def surface(x, phases):
    return torch.sin(2 * x[:, :1] + phases[0]) * torch.cos(2 * x[:, 1:] + phases[1])


def points(rng, rows):
    return torch.rand(rows, 2, generator=rng) * 4 - 2


def new_case(rng, rows=256):
    phases = 6.0 * torch.rand(2, generator=rng)
    x, unseen = points(rng, rows), points(rng, 400)
    return {
        "x": x,
        "y": surface(x, phases),
        "unseen x": unseen,
        "unseen y": surface(unseen, phases),
        "seed": int(torch.randint(1000, (), generator=rng)),
    }


def sizes(model):
    found = list(model.parameters())
    return {
        "numbers": sum(parameter.numel() for parameter in found),
        "shapes": sorted(list(parameter.shape) for parameter in found),
        "shapes in the state": sorted(list(values.shape) for values in model.state_dict().values()),
    }


def make_parameters(rng):
    return {}


def observe_parameters(impl, case, probe):
    return sizes(impl.Net())


def make_other_sizes(rng):
    return {"width": 5, "depth": 4}


def observe_other_sizes(impl, case, probe):
    return sizes(impl.Net(width=case["width"], depth=case["depth"]))


make_state = new_case


def observe_state(impl, case, probe):
    one, other = impl.Net(), impl.Net()
    other.load_state_dict(one.state_dict())
    return {"predictions are equal": torch.equal(one(case["x"]), other(case["x"]))}


make_double = new_case


def observe_double(impl, case, probe):
    model, x = impl.Net().double(), case["x"].double()
    return {"predictions": probe.caught(lambda: str(model(x).dtype), "dtype")}


make_first_losses = new_case


def observe_first_losses(impl, case, probe):
    model, history = impl.train(case["x"], case["y"], steps=5, lr=0.03, seed=case["seed"])
    _, easily = impl.train(case["x"], torch.zeros_like(case["y"]), steps=EASY_STEPS, lr=0.03, seed=case["seed"])
    return {
        "losses": probe.numbers(history, torch.float32),
        "predictions afterwards": model(case["unseen x"]),
        "number of steps on a flat surface": len(easily),
    }


def default_steps(train, case):
    """The number that the signature states: to take all steps lasts longer than everything else here.

    Where it states no whole number, the steps are taken and counted.
    """
    stated = inspect.signature(train).parameters.get("steps")
    if stated is not None and isinstance(stated.default, int):
        return stated.default
    _, history = train(case["x"], case["y"])
    return len(history)


make_defaults = new_case


def observe_defaults(impl, case, probe):
    _, history = impl.train(case["x"], case["y"], steps=5)
    return {
        "number of steps": default_steps(impl.train, case),
        "the first five losses": probe.numbers(history, torch.float32),
    }


make_movement = new_case


def observe_movement(impl, case, probe):
    early, late = (impl.train(case["x"], case["y"], steps=steps, seed=case["seed"]) for steps in (1, 3))
    pairs = list(zip(early[0].parameters(), late[0].parameters(), strict=True))
    return {
        "parameters": len(pairs),
        "that moved": sum(not torch.equal(one, other) for one, other in pairs),
    }


def make_unseen_points(rng):
    return new_case(rng, rows=512)


def observe_unseen_points(impl, case, probe):
    model, history = impl.train(case["x"], case["y"], steps=120, seed=case["seed"])
    probe.show_losses(history)
    probe.show_gradients(probe.gradients(model))
    with torch.no_grad():
        return probe.number((model(case["unseen x"]) - case["unseen y"]).square().mean())
