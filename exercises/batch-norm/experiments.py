"""What is done with `BatchNorm1d`: weights and running statistics start at random numbers, since ones and zeros hide
what is left out, and features differ in mean and scale. Numbers are float64; batches are not square.
"""

import torch
from torch import nn

FEATURES = 3
PARAMETERS = ("weight", "bias")
STATISTICS = ("running_mean", "running_var")


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def positive(rng, *shape):
    return 0.5 + torch.rand(*shape, generator=rng, dtype=torch.float64)


def batch(rng, rows):
    """Rows of features, each feature with a mean and a spread of its own."""
    mean = torch.tensor([3.0, -1.0, 0.5], dtype=torch.float64)
    spread = torch.tensor([2.0, 0.5, 1.0], dtype=torch.float64)
    return mean + spread * normal(rng, rows, FEATURES)


def numbers(rng):
    """Numbers for all that a module holds."""
    return {
        "weight": positive(rng, FEATURES),
        "bias": normal(rng, FEATURES),
        "running_mean": normal(rng, FEATURES),
        "running_var": positive(rng, FEATURES),
    }


def module(impl, case, names=(*PARAMETERS, *STATISTICS), **settings):
    """A float64 module that holds the case's numbers under these names."""
    bn = impl.BatchNorm1d(FEATURES, **settings).double()
    with torch.no_grad():
        for name in names:
            getattr(bn, name).copy_(case["numbers"][name])
    return bn


def buffers(bn):
    held = {name: getattr(bn, name).detach().clone() for name in STATISTICS}
    return {**held, "num_batches_tracked": int(bn.num_batches_tracked)}


def result_and_gradients(bn, case):
    x = case["x"].requires_grad_()
    out = bn(x)
    (out * case["upstream"]).sum().backward()
    return {"result": out, "x.grad": x.grad, "weight.grad": bn.weight.grad, "bias.grad": bn.bias.grad}


def make_training(rng):
    return {"numbers": numbers(rng), "x": batch(rng, 5), "upstream": normal(rng, 5, FEATURES)}


def observe_training(impl, case, probe):
    bn = module(impl, case)
    seen = result_and_gradients(bn, case)
    probe.show_gradients({"x": seen["x.grad"], "weight": seen["weight.grad"], "bias": seen["bias.grad"]})
    return seen


def make_running_statistics(rng):
    return {"batches": [batch(rng, rows) for rows in (4, 4, 7, 2)]}


def observe_running_statistics(impl, case, probe):
    bn = module(impl, case, names=())
    seen = []
    for x in case["batches"]:
        bn(x)
        seen.append(buffers(bn))
    return seen


def make_another_momentum(rng):
    return {"numbers": numbers(rng), "batches": [batch(rng, rows) for rows in (4, 3)]}


def observe_another_momentum(impl, case, probe):
    bn = module(impl, case, momentum=0.3)
    for x in case["batches"]:
        bn(x)
    return buffers(bn)


def make_evaluation(rng):
    return {"numbers": numbers(rng), "x": batch(rng, 5), "upstream": normal(rng, 5, FEATURES)}


def observe_evaluation(impl, case, probe):
    bn = module(impl, case).eval()
    return {**result_and_gradients(bn, case), **buffers(bn)}


def make_one_row(rng):
    return {"numbers": numbers(rng), "batches": [batch(rng, 4), batch(rng, 6)], "row": batch(rng, 1)}


def observe_one_row(impl, case, probe):
    bn = module(impl, case)
    for x in case["batches"]:
        bn(x)
    return {"result": bn.eval()(case["row"])}


def make_one_row_in_training(rng):
    return {"numbers": numbers(rng), "row": batch(rng, 1)}


def observe_one_row_in_training(impl, case, probe):
    try:
        result = module(impl, case)(case["row"])
    except ValueError:
        return {"raises": "ValueError"}
    return {"result": result}


def make_small_variance(rng):
    scale = torch.tensor([1.0, 0.003, 0.0001], dtype=torch.float64)
    x = 2.0 + scale * normal(rng, 5, FEATURES)
    return {"numbers": numbers(rng), "x": x, "upstream": normal(rng, 5, FEATURES)}


def observe_small_variance(impl, case, probe):
    return result_and_gradients(module(impl, case), case)


def make_another_eps(rng):
    return {"numbers": numbers(rng), "x": batch(rng, 4)}


def observe_another_eps(impl, case, probe):
    bn = module(impl, case, eps=0.5)
    return {"training": bn(case["x"]), "evaluation": bn.eval()(case["x"])}


def make_state(rng):
    return {}


def observe_state(impl, case, probe):
    bn = impl.BatchNorm1d(FEATURES)
    return {
        "parameters": {name: parameter.detach() for name, parameter in bn.named_parameters()},
        "buffers": dict(bn.named_buffers()),
        "saved": sorted(bn.state_dict()),
    }


def make_saved_state(rng):
    return {"numbers": numbers(rng) | {"num_batches_tracked": torch.tensor(7)}, "x": batch(rng, 4)}


def observe_saved_state(impl, case, probe):
    bn = impl.BatchNorm1d(FEATURES).double()
    bn.load_state_dict(case["numbers"])
    evaluated = bn.eval()(case["x"])
    bn.train()(case["x"])
    return {"evaluation": evaluated, **buffers(bn)}


def make_no_graph_kept(rng):
    return {
        "numbers": numbers(rng),
        "weights": normal(rng, FEATURES, 2),
        "steps": [(normal(rng, 4, 2), normal(rng, 4, FEATURES)) for _ in range(3)],
    }


def observe_no_graph_kept(impl, case, probe):
    linear = nn.Linear(2, FEATURES, bias=False).double()
    with torch.no_grad():
        linear.weight.copy_(case["weights"])
    bn = module(impl, case)
    for x, upstream in case["steps"]:
        (bn(linear(x)) * upstream).sum().backward()
    return {
        "sum of the gradients of the other layer": linear.weight.grad,
        "running statistics require grad": any(getattr(bn, name).requires_grad for name in STATISTICS),
    }
