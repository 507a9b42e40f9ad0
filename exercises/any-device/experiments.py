"""What is done with `train_epoch_on`: epochs with numbers on the device that is graded, and epochs on `meta`.

Batches and models begin on the CPU. On `meta`, where there are only shapes, a tensor that was left behind raises when
it meets another, and so does a request for a number; what was seen until then is what is looked at. Where two things
meet is seen by hooks, where tensors are sent to by a function mode.
"""

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

FEATURES = 3
CLASSES = 4
SIZES = (5, 5, 2)
META = torch.device("meta")


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng)


def new_case(rng, sizes=SIZES):
    """Batches of a rule with a little noise, classes for the same inputs, and starting weights for a small network."""
    rule = normal(rng, FEATURES, CLASSES)
    inputs = [normal(rng, size, FEATURES) for size in sizes]
    scores = [x @ rule + 0.1 * normal(rng, len(x), CLASSES) for x in inputs]
    return {
        "inputs": inputs,
        "targets": scores,
        "classes": [score.argmax(1) for score in scores],
        "mean": normal(rng, FEATURES),
        "weights": [normal(rng, 6, FEATURES), normal(rng, 6), normal(rng, CLASSES, 6), normal(rng, CLASSES)],
    }


def one_batch(rng):
    return new_case(rng, sizes=(5,))


def two_batches(rng):
    return new_case(rng, sizes=(5, 2))


class Standardised(nn.Module):
    """Inputs less a mean, which is a buffer: it moves with the model and is not trained."""

    def __init__(self, mean):
        super().__init__()
        self.register_buffer("mean", mean)

    def forward(self, x):
        return x - self.mean


def network(case):
    """Standardised inputs, two linear layers with the case's weights and tanh between them, on the CPU."""
    mean = case["mean"].cpu().clone()
    model = nn.Sequential(Standardised(mean), nn.Linear(FEATURES, 6), nn.Tanh(), nn.Linear(6, CLASSES))
    with torch.no_grad():
        for parameter, values in zip(model.parameters(), case["weights"], strict=True):
            parameter.copy_(values)
    return model


def layers_for_meta(case):
    """The same shapes without biases and tanh: an operation on meta takes far longer than one on numbers."""
    mean = case["mean"].cpu().clone()
    return nn.Sequential(Standardised(mean), nn.Linear(FEATURES, 6, bias=False), nn.Linear(6, CLASSES, bias=False))


def agreement(prediction, target):
    """A number that needs prediction and target on one device, and costs less on meta than a squared error."""
    return (prediction * target).sum()


def batches(case, targets="targets"):
    """Pairs on the CPU, wherever the case is."""
    return [(x.cpu(), y.cpu()) for x, y in zip(case["inputs"], case[targets], strict=True)]


def sgd(parameters):
    return torch.optim.SGD(parameters, lr=0.1, momentum=0.9)


def as_float32(result):
    """A tensor as float32, since the total may be kept in another type; anything else as it is."""
    return result.detach().to(torch.float32) if isinstance(result, torch.Tensor) else result


def trained(impl, case, probe, *, loss_fn, targets="targets"):
    """The model's state after an epoch on the graded device, and what was returned."""
    model = network(case)
    losses = []

    def tracked(prediction, target):
        loss = loss_fn(prediction, target)
        losses.append(loss.detach())
        return loss

    result = impl.train_epoch_on(model, batches(case, targets), tracked, sgd, probe.device)
    probe.show_losses(losses)
    return {**probe.parameters(model), "mean loss": as_float32(result)}


class Destinations(TorchFunctionMode):
    """Notes the devices that tensors are sent to by `to` and `cpu`."""

    def __init__(self):
        super().__init__()
        self.seen = set()

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", "")
        if name == "cpu":
            self.seen.add("cpu")
        elif name == "to":
            named = [part for part in (*args[1:], *(kwargs or {}).values()) if isinstance(part, str | torch.device)]
            self.seen.update(torch.device(part).type for part in named)
        return func(*args, **(kwargs or {}))


class MetaRun:
    """One epoch on `meta`, and what was seen of it until its end or until it stopped."""

    def __init__(self, impl, case):
        self.model = layers_for_meta(case)
        self.met = []
        self.optimized = []
        self.result = None
        self.stopped = ""
        given = batches(case)
        self.model.register_forward_pre_hook(self._forward)
        with Destinations() as sent:
            try:
                self.result = impl.train_epoch_on(self.model, given, self._loss, self._sgd, META)
            except (RuntimeError, TypeError) as error:
                if "meta" not in str(error):
                    raise
                left_behind = "expected device" in str(error)
                self.stopped = "two devices met" if left_behind else "a number was asked for"
        self.sent_to = sent.seen

    def _forward(self, model, inputs):
        self.met.append({"input": inputs[0].device.type, "weights": model[1].weight.device.type})

    def _loss(self, prediction, target):
        self.met.append({"prediction": prediction.device.type, "target": target.device.type})
        return agreement(prediction, target)

    def _sgd(self, parameters):
        self.optimized = list(parameters)
        return sgd(self.optimized)


make_one_epoch = new_case


def observe_one_epoch(impl, case, probe):
    return trained(impl, case, probe, loss_fn=nn.MSELoss())


make_classes = new_case


def observe_classes(impl, case, probe):
    return trained(impl, case, probe, loss_fn=nn.CrossEntropyLoss(), targets="classes")


def make_mean_loss(rng):
    return new_case(rng, sizes=(9, 4, 2))


def observe_mean_loss(impl, case, probe):
    result = impl.train_epoch_on(network(case), batches(case), nn.MSELoss(), sgd, probe.device)
    return as_float32(result)


make_batches_once = new_case


def observe_batches_once(impl, case, probe):
    model = network(case)
    once = probe.batches(batches(case), once=True)
    result = impl.train_epoch_on(model, once, nn.MSELoss(), sgd, probe.device)
    return {**probe.parameters(model), "mean loss": as_float32(result), "batches taken": once.taken}


make_no_graph = new_case


def observe_no_graph(impl, case, probe):
    model = network(case)
    with probe.saved_tensors() as saved:
        result = impl.train_epoch_on(model, batches(case), nn.MSELoss(), sgd, probe.device)
    carries = isinstance(result, torch.Tensor) and result.requires_grad
    return {"carries a graph": carries, "tensors kept for a backward pass": saved.alive}


make_model_moves = one_batch


def observe_model_moves(impl, case, probe):
    run = MetaRun(impl, case)
    return {name: tensor.device.type for name, tensor in run.model.state_dict().items()}


make_meetings = two_batches


def observe_meetings(impl, case, probe):
    return MetaRun(impl, case).met


make_optimizer = one_batch


def observe_optimizer(impl, case, probe):
    run = MetaRun(impl, case)
    held = {id(parameter) for parameter in run.optimized}
    return {name: id(parameter) in held for name, parameter in run.model.named_parameters()}


make_no_numbers = two_batches


def observe_no_numbers(impl, case, probe):
    return {"stopped because": MetaRun(impl, case).stopped}


make_result = one_batch


def observe_result(impl, case, probe):
    result = MetaRun(impl, case).result
    return {"device": result.device.type, "axes": result.dim()} if isinstance(result, torch.Tensor) else result


make_names = two_batches


def observe_names(impl, case, probe):
    return {"sent to other devices than the one given": sorted(MetaRun(impl, case).sent_to - {"meta"})}
