"""What is done with `train_epoch`: models and batches are made from the case, and what the epoch did is looked at.

Batches differ in size, the last one most, so that a mean over batches is not a mean over examples. Numbers are float32.
"""

import torch
from torch import nn

FEATURES = 3
SIZES = (4, 4, 2)


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng)


def new_case(rng, sizes=SIZES):
    """Batches of a rule with a little noise, and starting weights for a small network."""
    rule = normal(rng, FEATURES, 1)
    inputs = [normal(rng, size, FEATURES) for size in sizes]
    return {
        "inputs": inputs,
        "targets": [x @ rule + 0.1 * normal(rng, len(x), 1) for x in inputs],
        "weights": [normal(rng, 5, FEATURES), normal(rng, 5), normal(rng, 1, 5), normal(rng, 1)],
    }


def network(case, device, *between):
    """Two linear layers with the case's weights and tanh, and other layers, between them."""
    model = nn.Sequential(nn.Linear(FEATURES, 5), *between, nn.Tanh(), nn.Linear(5, 1)).to(device)
    linear = [parameter for layer in (model[0], model[-1]) for parameter in layer.parameters()]
    with torch.no_grad():
        for parameter, values in zip(linear, case["weights"], strict=True):
            parameter.copy_(values)
    return model


def batches(case):
    return list(zip(case["inputs"], case["targets"], strict=True))


def sgd(model):
    return torch.optim.SGD(model.parameters(), lr=0.1)


def mean_of(returned, probe):
    """The returned number as float32, in which the losses were computed; anything else as it is."""
    number = probe.number(returned)
    return torch.tensor(number, dtype=torch.float32) if type(number) is float else number


class Tracked:
    """A loss function that remembers its losses, for the curve in the report."""

    def __init__(self, loss_fn, progress):
        self.loss_fn = loss_fn
        self.progress = progress
        self.losses = []

    def __call__(self, prediction, target):
        loss = self.loss_fn(prediction, target)
        self.losses.append(loss.item())
        self.progress(self.losses[-1])
        return loss


make_one_epoch = new_case


def observe_one_epoch(impl, case, probe):
    model = network(case, probe.device)
    mean = impl.train_epoch(model, batches(case), nn.MSELoss(), sgd(model))
    return {**probe.parameters(model), "mean loss": mean_of(mean, probe)}


make_three_epochs = new_case


def observe_three_epochs(impl, case, probe):
    model = network(case, probe.device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    loss_fn = Tracked(nn.MSELoss(), probe.progress)
    means = [mean_of(impl.train_epoch(model, batches(case), loss_fn, optimizer), probe) for _ in range(3)]
    probe.show_losses(loss_fn.losses)
    return {**probe.parameters(model), "mean losses": means}


make_adam = new_case


def observe_adam(impl, case, probe):
    model = network(case, probe.device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(2):
        impl.train_epoch(model, batches(case), nn.MSELoss(), optimizer)
    return probe.parameters(model)


make_gradients = new_case


def observe_gradients(impl, case, probe):
    model = network(case, probe.device)
    optimizer = sgd(model)
    with probe.loop(model, optimizer) as trace:
        impl.train_epoch(model, batches(case), nn.MSELoss(), optimizer)
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
    probe.show_events(trace.events)
    return seen


make_order = new_case


def observe_order(impl, case, probe):
    model = network(case, probe.device)
    optimizer = sgd(model)
    with probe.loop(model, optimizer) as trace:
        impl.train_epoch(model, batches(case), nn.MSELoss(), optimizer)
    probe.show_events(trace.events)
    return {"F forward, B backward, S step": trace.order}


make_eval_mode = new_case


def observe_eval_mode(impl, case, probe):
    model = network(case, probe.device, nn.BatchNorm1d(5), nn.Dropout(0.3)).to(probe.device)
    model.eval()
    impl.train_epoch(model, batches(case), nn.MSELoss(), sgd(model))
    return {
        **probe.parameters(model),
        **probe.buffers(model),
        "numbers drawn next": probe.random_state(),
        "in training mode afterwards": model.training,
    }


def make_hooks(rng):
    return new_case(rng) | {"scale": 0.5 + torch.rand(FEATURES, generator=rng)}


def observe_hooks(impl, case, probe):
    model = network(case, probe.device)
    model.register_forward_pre_hook(lambda _, inputs: (inputs[0] * case["scale"],))
    mean = impl.train_epoch(model, batches(case), nn.MSELoss(), sgd(model))
    return {**probe.parameters(model), "mean loss": mean_of(mean, probe)}


make_argument_order = new_case


def observe_argument_order(impl, case, probe):
    def too_low_costs_more(prediction, target):
        error = target - prediction
        return torch.where(error > 0, 3.0 * error, -error).mean()

    model = network(case, probe.device)
    mean = impl.train_epoch(model, batches(case), too_low_costs_more, sgd(model))
    return {**probe.parameters(model), "mean loss": mean_of(mean, probe)}


def make_mean_loss(rng):
    return new_case(rng, sizes=(6, 3, 1))


def observe_mean_loss(impl, case, probe):
    model = network(case, probe.device)
    mean = impl.train_epoch(model, batches(case), nn.MSELoss(), sgd(model))
    return {"mean loss": mean_of(mean, probe)}


make_plain_number = new_case


def observe_plain_number(impl, case, probe):
    model = network(case, probe.device)
    with probe.saved_tensors() as saved:
        mean = impl.train_epoch(model, batches(case), Tracked(nn.MSELoss(), probe.progress), sgd(model))
    carries = isinstance(mean, torch.Tensor) and mean.requires_grad
    return {
        "mean loss": mean_of(mean, probe),
        "carries a graph": carries,
        "tensors kept for a backward pass": saved.alive,
    }


make_batches_once = new_case


def observe_batches_once(impl, case, probe):
    model = network(case, probe.device)
    once = probe.batches(batches(case), once=True)
    impl.train_epoch(model, once, nn.MSELoss(), sgd(model))
    return {**probe.parameters(model), "batches taken": once.taken}


def make_stale_gradients(rng):
    case = new_case(rng)
    return case | {"stale": [normal(rng, *weights.shape) for weights in case["weights"]]}


def observe_stale_gradients(impl, case, probe):
    model = network(case, probe.device)
    for parameter, gradient in zip(model.parameters(), case["stale"], strict=True):
        parameter.grad = gradient.clone()
    impl.train_epoch(model, batches(case), nn.MSELoss(), sgd(model))
    return probe.parameters(model)


make_no_batches = new_case


def observe_no_batches(impl, case, probe):
    model = network(case, probe.device)
    return {
        "mean loss": mean_of(impl.train_epoch(model, [], nn.MSELoss(), sgd(model)), probe),
        **probe.parameters(model),
    }
