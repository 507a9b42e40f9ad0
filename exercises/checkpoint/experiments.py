"""What is done with `save`, `load` and `EarlyStopper`.

A run is trained for three epochs and saved; a new one, begun with other weights and seeds, loads that and goes on for
three more. It has to end where an uninterrupted one ends. Files are in memory, since a graded file can write to none.

Validation losses are multiples of 1/8 and thus exact, so that a tie is a tie however it is computed.
"""

import io
import math

import torch
from torch import nn

ROWS, BATCH, FEATURES, RESULTS = 16, 8, 2, 3
SAVED_AFTER, EPOCHS = 3, 6
UNSHUFFLED = torch.arange(ROWS)


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def whole(rng, low, high):
    return int(torch.randint(low, high + 1, (), generator=rng))


def new_case(rng):
    x = normal(rng, ROWS, FEATURES)
    return {
        "x": x,
        "y": x @ normal(rng, FEATURES, RESULTS) + 0.1 * normal(rng, ROWS, RESULTS),
        "seeds": [whole(rng, 0, 2**31) for _ in range(2)],
    }


def batch_norm():
    return nn.BatchNorm1d(RESULTS, affine=False, dtype=torch.float64)


def dropout():
    return nn.Dropout(0.3)


class Run:
    """A linear layer, those that `following` make, and all that trains them.

    An epoch is a single batch, the first half of the rows in its order.
    """

    def __init__(self, seed, *following, optimizer=torch.optim.SGD, gamma=1.0, shuffled=False):
        torch.default_generator.manual_seed(seed)  # torch.manual_seed looks for other devices, which takes longer
        self.model = nn.Sequential(nn.Linear(FEATURES, RESULTS, dtype=torch.float64), *(make() for make in following))
        self.opt = optimizer(self.model.parameters(), lr=0.05)
        self.sched = torch.optim.lr_scheduler.StepLR(self.opt, 2, gamma)
        self.gen = torch.Generator().manual_seed(seed)
        self.shuffled = shuffled

    @property
    def parts(self):
        return self.model, self.opt, self.sched, self.gen

    def train(self, case, epochs):
        """Train for some epochs; return the loss of each."""
        losses = []
        self.model.train()
        for _ in range(epochs):
            rows = (torch.randperm(ROWS, generator=self.gen) if self.shuffled else UNSHUFFLED)[:BATCH]
            self.opt.zero_grad()
            loss = nn.functional.mse_loss(self.model(case["x"][rows]), case["y"][rows])
            loss.backward()
            self.opt.step()
            losses.append(loss.item())
            self.sched.step()
        return losses


def saved(impl, run, epoch=SAVED_AFTER, best=0.5):
    """A file to read, as `save` wrote it."""
    file = io.BytesIO()
    impl.save(file, *run.parts, epoch, best)
    return io.BytesIO(file.getvalue())


def resumed(impl, case, probe, *following, **settings):
    """The state of the model after three epochs, a checkpoint, and three more in a new run."""
    first, second = case["seeds"]
    interrupted = Run(first, *following, **settings)
    losses = interrupted.train(case, SAVED_AFTER)
    file = saved(impl, interrupted)
    going_on = Run(second, *following, **settings)
    impl.load(file, *going_on.parts)
    losses += going_on.train(case, EPOCHS - SAVED_AFTER)
    probe.show_losses(losses)
    return probe.parameters(going_on.model) | probe.buffers(going_on.model)


make_weights = new_case


def observe_weights(impl, case, probe):
    return resumed(impl, case, probe)


make_running_statistics = new_case


def observe_running_statistics(impl, case, probe):
    return resumed(impl, case, probe, batch_norm)


make_moments = new_case


def observe_moments(impl, case, probe):
    return resumed(impl, case, probe, optimizer=torch.optim.Adam)


make_schedule = new_case


def observe_schedule(impl, case, probe):
    return resumed(impl, case, probe, gamma=0.5)


make_order = new_case


def observe_order(impl, case, probe):
    return resumed(impl, case, probe, shuffled=True)


make_dropout = new_case


def observe_dropout(impl, case, probe):
    return resumed(impl, case, probe, dropout)


def make_epoch_and_best(rng):
    return new_case(rng) | {"epoch": whole(rng, 2, 90), "best": whole(rng, 2, 90) + 0.1}  # float32 has no such number


def observe_epoch_and_best(impl, case, probe):
    first, second = (Run(seed) for seed in case["seeds"])
    epoch, best = impl.load(saved(impl, first, case["epoch"], case["best"]), *second.parts)
    return {"epoch": epoch, "best": best}


make_everything = new_case


def observe_everything(impl, case, probe):
    following, settings = (batch_norm, dropout), {"optimizer": torch.optim.AdamW, "gamma": 0.5}
    first, second = (Run(seed, *following, **settings, shuffled=True) for seed in case["seeds"])
    losses = first.train(case, SAVED_AFTER)
    file = saved(impl, first)
    first.train(case, 1)  # Friday's run may go on; its checkpoint stays as it was
    epoch, _ = impl.load(file, *second.parts)
    losses += second.train(case, EPOCHS - epoch)
    probe.show_losses(losses)
    return probe.parameters(second.model) | probe.buffers(second.model)


make_plain_data = new_case


def observe_plain_data(impl, case, probe):
    def opened():
        torch.load(saved(impl, Run(case["seeds"][0])))
        return "tensors and plain data"

    return probe.caught(opened, "weights only")


def validated(impl, case, probe):
    """What each step says until one says stop, and the model that is restored then.

    In the n-th epoch, every number of the model is n.
    """
    layer = nn.Linear(2, 1, bias=False)
    layer.register_buffer("steps", torch.zeros(1, dtype=torch.int64))
    model = nn.Sequential(layer)
    stopper = impl.EarlyStopper(**case["settings"])
    answers = []
    for epoch, loss in enumerate(case["losses"], start=1):
        fill(model, epoch)
        answers.append(bool(stopper.step(loss, model)))
        if answers[-1]:
            break
    probe.show_losses(loss for loss in case["losses"] if not math.isnan(loss))
    fill(model, -1)
    stopper.restore(model)
    return {"stop": answers, "restored": probe.parameters(model) | probe.buffers(model)}


def fill(model, number):
    for tensor in model.state_dict().values():
        tensor.fill_(number)


def history(rng, patience, steps, **settings):
    """Losses from steps in eighths, at some height above or below 0."""
    height = whole(rng, -40, 40)
    return {"settings": {"patience": patience, **settings}, "losses": [(height + step) / 8 for step in steps]}


def make_turning(rng):
    return history(rng, 3, [9, 7, 5, 4, 6, 7, 8, 9, 10])


observe_turning = validated


def make_patience_of_one(rng):
    return history(rng, 1, [9, 7, 8, 5, 4])


observe_patience_of_one = validated


def make_tie(rng):
    return history(rng, 2, [9, 7, 7, 7, 6, 5])


observe_tie = validated


def make_recovering(rng):
    return history(rng, 3, [9, 7, 9, 8, 6, 7, 8, 5, 6, 8, 7, 6, 6])


observe_recovering = validated


def make_always_better(rng):
    return history(rng, 2, [9, 8, 7, 6, 5])


observe_always_better = validated


def make_too_small_a_step(rng):
    return history(rng, 3, [20, 16, 17, 13, 14, 15, 15, 15], min_delta=0.375)


observe_too_small_a_step = validated


def make_creeping(rng):
    return history(rng, 3, [20, 18, 16, 14, 12, 10, 8], min_delta=0.375)


observe_creeping = validated


def make_nan(rng):
    case = history(rng, 3, [9, 7, 0, 6, 0, 0, 0, 5])
    return case | {
        "losses": [math.nan if number in (3, 5, 6, 7) else loss for number, loss in enumerate(case["losses"], 1)]
    }


observe_nan = validated


def make_only_nan(rng):
    return {"patience": whole(rng, 2, 4)}


def observe_only_nan(impl, case, probe):
    model, stopper = nn.Linear(2, 1), impl.EarlyStopper(case["patience"])
    return {"stop": [bool(stopper.step(math.nan, model)) for _ in range(case["patience"])]}


def make_two_models(rng):
    return {name: normal(rng, 1, 2) for name in ("best", "later", "elsewhere")}


def observe_two_models(impl, case, probe):
    model, other = (nn.Linear(2, 1, bias=False, dtype=torch.float64) for _ in range(2))
    stopper = impl.EarlyStopper(2)
    set_weight(model, case["best"])
    stopper.step(1.0, model)
    set_weight(model, case["later"])
    set_weight(other, case["elsewhere"])
    restored = []
    for restored_into in (other, model):
        stopper.restore(restored_into)
        restored.append(restored_into.weight.detach().clone())
        set_weight(restored_into, case["elsewhere"])
    return {"in another model": restored[0], "in its own": restored[1]}


def set_weight(model, values):
    with torch.no_grad():
        model.weight.copy_(values)
