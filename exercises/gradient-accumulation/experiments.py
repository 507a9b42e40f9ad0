"""What is done with `accumulate`: a small model, micro-batches of many sizes, and a look at weights and gradients.

Sizes differ inside a group and between groups wherever they are not the point, so that shares of examples and shares of
micro-batches are different numbers. Everything is float64.
"""

import torch
from torch import nn

FEATURES = 3


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def new_case(rng, sizes):
    """Micro-batches of these sizes, of a rule with a little noise, and starting weights for a small network."""
    rule = normal(rng, FEATURES, 1)
    inputs = [normal(rng, size, FEATURES) for size in sizes]
    return {
        "inputs": inputs,
        "targets": [x @ rule + 0.1 * normal(rng, len(x), 1) for x in inputs],
        "weights": [normal(rng, 5, FEATURES), normal(rng, 5), normal(rng, 1, 5), normal(rng, 1)],
    }


def network(case):
    model = nn.Sequential(nn.Linear(FEATURES, 5), nn.Tanh(), nn.Linear(5, 1)).double()
    with torch.no_grad():
        for parameter, values in zip(model.parameters(), case["weights"], strict=True):
            parameter.copy_(values)
    return model


def micro_batches(case):
    return list(zip(case["inputs"], case["targets"], strict=True))


def sgd(model):
    return torch.optim.SGD(model.parameters(), lr=0.1)


def weights_after(impl, case, probe, k):
    model = network(case)
    impl.accumulate(model, micro_batches(case), nn.MSELoss(), sgd(model), k)
    return probe.parameters(model)


def make_equal(rng):
    return new_case(rng, sizes=(2, 2, 2, 2))


def observe_equal(impl, case, probe):
    return weights_after(impl, case, probe, k=2)


def make_unequal(rng):
    return new_case(rng, sizes=(3, 1, 2, 4))


def observe_unequal(impl, case, probe):
    return weights_after(impl, case, probe, k=2)


def make_tail(rng):
    return new_case(rng, sizes=(2, 2, 2, 2))


def observe_tail(impl, case, probe):
    return weights_after(impl, case, probe, k=3)


def make_unequal_tail(rng):
    return new_case(rng, sizes=(3, 1, 2, 1, 4))


def observe_unequal_tail(impl, case, probe):
    return weights_after(impl, case, probe, k=3)


def make_one_part(rng):
    return new_case(rng, sizes=(2, 3))


def observe_one_part(impl, case, probe):
    return weights_after(impl, case, probe, k=1)


def make_large_k(rng):
    return new_case(rng, sizes=(2, 5, 3))


def observe_large_k(impl, case, probe):
    return weights_after(impl, case, probe, k=8)


def make_no_parts(rng):
    return new_case(rng, sizes=())


def observe_no_parts(impl, case, probe):
    model = network(case)
    optimizer = sgd(model)
    with probe.loop(model, optimizer) as trace:
        impl.accumulate(model, micro_batches(case), nn.MSELoss(), optimizer, 2)
    return {"F forward, B backward, S step": trace.order, **probe.parameters(model)}


def make_whole_batch(rng):
    return new_case(rng, sizes=(4, 1, 3))


def observe_whole_batch(impl, case, probe):
    """How far the weights are from those after one step on all examples at once."""
    in_parts, at_once = network(case), network(case)
    impl.accumulate(in_parts, micro_batches(case), nn.MSELoss(), sgd(in_parts), 3)
    optimizer = sgd(at_once)
    nn.functional.mse_loss(at_once(torch.cat(case["inputs"])), torch.cat(case["targets"])).backward()
    optimizer.step()
    pairs = zip(in_parts.parameters(), at_once.parameters(), strict=True)
    return max((one - other).abs().max().item() for one, other in pairs)


def make_momentum(rng):
    return new_case(rng, sizes=(3, 1, 2, 4, 1, 2, 5))


def observe_momentum(impl, case, probe):
    losses = []

    def mse_told(prediction, target):
        loss = nn.functional.mse_loss(prediction, target)
        losses.append(loss.item())
        probe.progress(losses[-1])
        return loss

    model = network(case)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=0.1)
    for _ in range(3):
        impl.accumulate(model, micro_batches(case), mse_told, optimizer, 2)
    probe.show_losses(losses)
    return probe.parameters(model)


def make_adam(rng):
    return new_case(rng, sizes=(3, 1, 2, 4, 1, 2, 5))


def observe_adam(impl, case, probe):
    model = network(case)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    impl.accumulate(model, micro_batches(case), nn.MSELoss(), optimizer, 3)
    return probe.parameters(model)


def make_argument_order(rng):
    return new_case(rng, sizes=(3, 1, 2, 4))


def observe_argument_order(impl, case, probe):
    def too_low_costs_more(prediction, target):
        error = target - prediction
        return torch.where(error > 0, 3.0 * error, -error).mean()

    model = network(case)
    impl.accumulate(model, micro_batches(case), too_low_costs_more, sgd(model), 2)
    return probe.parameters(model)


def make_gradients(rng):
    return new_case(rng, sizes=(3, 1, 2, 4, 2))


def observe_gradients(impl, case, probe):
    model = network(case)
    optimizer = sgd(model)
    with probe.loop(model, optimizer) as trace:
        impl.accumulate(model, micro_batches(case), nn.MSELoss(), optimizer, 2)
    names = [name for name, _ in model.named_parameters()]
    seen = [
        {
            name: probe.filled(gradient, parameter)
            for name, gradient, parameter in zip(names, found, model.parameters(), strict=True)
        }
        for found in trace.gradients
    ]
    if seen:
        probe.show_gradients({f"{name}, last step": gradient for name, gradient in seen[-1].items()})
    return seen


def make_order(rng):
    return new_case(rng, sizes=(3, 1, 2, 4, 2))


def observe_order(impl, case, probe):
    model = network(case).eval()
    optimizer = sgd(model)
    with probe.loop(model, optimizer) as trace:
        impl.accumulate(model, micro_batches(case), nn.MSELoss(), optimizer, 2)
    probe.show_events(trace.events)
    modes = [*trace.training, model.training]
    return {"F forward, B backward, S step": trace.order, "the model in eval mode was switched": any(modes)}


def make_memory(rng):
    return new_case(rng, sizes=(3, 1, 2, 4, 2))


def observe_memory(impl, case, probe):
    """What is in memory for a backward pass when a forward pass begins, and how many rows that pass is given."""
    model = network(case)
    kept, rows = [], []
    with probe.saved_tensors() as saved:

        def begins(_, inputs):
            kept.append(saved.alive)
            rows.append(len(inputs[0]))

        model.register_forward_pre_hook(begins)
        impl.accumulate(model, micro_batches(case), nn.MSELoss(), sgd(model), 3)
    return {"tensors kept from the parts before": kept, "rows in each forward pass": rows}


def make_parts_once(rng):
    return new_case(rng, sizes=(3, 1, 2, 4, 2))


def observe_parts_once(impl, case, probe):
    model = network(case)
    once = probe.batches(micro_batches(case), once=True)
    impl.accumulate(model, once, nn.MSELoss(), sgd(model), 2)
    return {**probe.parameters(model), "micro-batches taken": once.taken}


def make_stale_gradients(rng):
    case = new_case(rng, sizes=(3, 1, 2))
    return case | {"stale": [normal(rng, *weights.shape) for weights in case["weights"]]}


def observe_stale_gradients(impl, case, probe):
    model = network(case)
    for parameter, gradient in zip(model.parameters(), case["stale"], strict=True):
        parameter.grad = gradient.clone()
    impl.accumulate(model, micro_batches(case), nn.MSELoss(), sgd(model), 2)
    return probe.parameters(model)
