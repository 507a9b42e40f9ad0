"""What is done with `evaluate`: a model and batches are made from the case, numbers are asked for, the model looked at.

There are three classes, so that no batch has as many rows as columns. The targets are chosen so that common mistakes
with the accuracy change it: see `telling`. Numbers are float64.
"""

import torch
from torch import nn

FEATURES = 2
CLASSES = 3
HIDDEN = 6
SIZES = (5, 4, 2)  # eleven examples: no share of them is a short decimal
HELD = ("weight", "bias", "running_mean", "running_var")


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64)


def positive(rng, *shape):
    return 0.5 + torch.rand(*shape, generator=rng, dtype=torch.float64)


def new_case(rng):
    """Eleven examples, and the numbers of a model that gets most but not all of them right."""
    while True:
        case = {
            "x": normal(rng, sum(SIZES), FEATURES),
            "first": (normal(rng, HIDDEN, FEATURES), normal(rng, HIDDEN)),
            "norm": (positive(rng, HIDDEN), normal(rng, HIDDEN), normal(rng, HIDDEN), positive(rng, HIDDEN)),
            "last": (normal(rng, CLASSES, HIDDEN), normal(rng, CLASSES)),
        }
        scores = network(case).eval()(case["x"]).detach()
        wrong = torch.rand(sum(SIZES), generator=rng) < 0.3
        case["y"] = (scores.argmax(1) + wrong) % CLASSES
        if telling(scores, case["y"]):
            return case


def telling(scores, y):
    """Whether the accuracy is another one by batches, and with a softmax over the batch before the argmax."""
    right = (scores.argmax(1) == y).double()
    by_batch = torch.stack([part.mean() for part in right.split(SIZES)])
    shifted = torch.cat([part.softmax(0) for part in scores.split(SIZES)])
    other = (shifted.argmax(1) == y).double()
    return not torch.isclose(by_batch.mean(), right.mean()) and bool(right.sum() != other.sum())


def network(case):
    """A network with batch norm and dropout that holds the case's numbers."""
    first, norm, last = nn.Linear(FEATURES, HIDDEN), nn.BatchNorm1d(HIDDEN), nn.Linear(HIDDEN, CLASSES)
    model = nn.Sequential(first, norm, nn.ReLU(), nn.Dropout(0.5), last).double()
    with torch.no_grad():
        for layer, values in ((first, case["first"]), (norm, case["norm"]), (last, case["last"])):
            for name, number in zip(HELD, values, strict=False):
                getattr(layer, name).copy_(number)
    return model


def batches(case, sizes=SIZES):
    return list(zip(case["x"].split(sizes), case["y"].split(sizes), strict=True))


def mean_loss(scores, targets):
    """A loss that is a plain function: it has nothing but its result."""
    return nn.functional.cross_entropy(scores, targets)


def numbers(answer, probe):
    """Loss and accuracy as floats, whatever stands for them; the accuracy to six digits, as it may be float32."""
    loss, accuracy = map(probe.number, answer)
    return {"loss": loss, "accuracy": round(accuracy, 6) if isinstance(accuracy, float) else accuracy}


make_scores = new_case


def observe_scores(impl, case, probe):
    model, loss_fn = network(case), nn.CrossEntropyLoss()
    return [numbers(impl.evaluate(model, batches(case), loss_fn), probe) for _ in range(2)]


make_batch_sizes = new_case


def observe_batch_sizes(impl, case, probe):
    model = network(case)
    cuts = {"5, 4, 2": SIZES, "in one piece": sum(SIZES), "one by one": 1}
    return {name: numbers(impl.evaluate(model, batches(case, sizes), mean_loss), probe) for name, sizes in cuts.items()}


make_single_example = new_case


def observe_single_example(impl, case, probe):
    pairs = batches(case, 1)[:1]
    return numbers(impl.evaluate(network(case).eval(), pairs, nn.CrossEntropyLoss()), probe)


def make_model_kept(rng):
    case = new_case(rng)
    return case | {"gradients": [normal(rng, *parameter.shape) for parameter in network(case).parameters()]}


def observe_model_kept(impl, case, probe):
    model = network(case)
    for parameter, gradient in zip(model.parameters(), case["gradients"], strict=True):
        parameter.grad = gradient
    impl.evaluate(model, batches(case), nn.CrossEntropyLoss())
    kept = {f"{name}.grad": gradient for name, gradient in probe.gradients(model).items()}
    trainable = all(parameter.requires_grad for parameter in model.parameters())
    return {**probe.parameters(model), **probe.buffers(model), **kept, "parameters require grad": trainable}


make_nothing_recorded = new_case


def observe_nothing_recorded(impl, case, probe):
    model = network(case)
    with probe.saved_tensors() as saved, probe.loop(model) as trace:
        impl.evaluate(model, batches(case), nn.CrossEntropyLoss())
    probe.show_events(trace.events)
    with torch.no_grad():
        impl.evaluate(model, batches(case), nn.CrossEntropyLoss())
        still_off = not torch.is_grad_enabled()
    return {
        "a forward pass is recorded": any(trace.recording),
        "tensors kept for a backward pass": saved.count,
        "recording that was off is still off": still_off,
    }


make_training_mode_kept = new_case


def observe_training_mode_kept(impl, case, probe):
    model = network(case)
    with probe.loop(model) as trace:
        impl.evaluate(model, batches(case), nn.CrossEntropyLoss())
    return {
        "in training mode during": any(trace.training),
        "in training mode afterwards": [module.training for module in model.modules()],
        "recording afterwards": torch.is_grad_enabled(),
    }


make_eval_mode_given = new_case


def observe_eval_mode_given(impl, case, probe):
    model = network(case).eval()
    answer = impl.evaluate(model, batches(case), nn.CrossEntropyLoss())
    modes = [module.training for module in model.modules()]
    return {**numbers(answer, probe), "in training mode afterwards": modes}


def make_hook(rng):
    return new_case(rng) | {"scale": positive(rng, FEATURES)}


def observe_hook(impl, case, probe):
    model = network(case)
    model.register_forward_pre_hook(lambda _, inputs: (inputs[0] * case["scale"],))
    return numbers(impl.evaluate(model, batches(case), nn.CrossEntropyLoss()), probe)


make_batches_once = new_case


def observe_batches_once(impl, case, probe):
    once = probe.batches(batches(case), once=True)
    answer = impl.evaluate(network(case), once, nn.CrossEntropyLoss())
    return {**numbers(answer, probe), "batches taken": once.taken}


make_no_batches = new_case


def observe_no_batches(impl, case, probe):
    model = network(case)
    answer = impl.evaluate(model, [], nn.CrossEntropyLoss())
    return {**numbers(answer, probe), "in training mode afterwards": model.training}


make_plain_floats = new_case


def observe_plain_floats(impl, case, probe):
    answer = impl.evaluate(network(case), batches(case), nn.CrossEntropyLoss())
    return {"a tuple": isinstance(answer, tuple), "of floats": [isinstance(part, float) for part in answer]}
