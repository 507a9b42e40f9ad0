"""The best model is copied as a whole, and loading opens the file with care for what may be missing."""

from copy import deepcopy
from math import isnan

import torch


def save(file, model, opt, sched, gen, epoch, best):
    checkpoint = dict(
        epoch=epoch,
        best=best,
        model_state_dict={name: tensor.cpu() for name, tensor in model.state_dict().items()},
        optimizer_state_dict=opt.state_dict(),
        scheduler_state_dict=sched.state_dict(),
        rng={"torch": torch.get_rng_state(), "data": gen.get_state()},
    )
    torch.save(checkpoint, file)


def load(file, model, opt, sched, gen):
    checkpoint = torch.load(file, weights_only=True)
    missing, unexpected = model.load_state_dict(checkpoint["model_state_dict"])
    assert not missing and not unexpected
    opt.load_state_dict(checkpoint["optimizer_state_dict"])
    sched.load_state_dict(checkpoint["scheduler_state_dict"])
    torch.set_rng_state(checkpoint["rng"]["torch"])
    gen.set_state(checkpoint["rng"]["data"])
    return checkpoint["epoch"], checkpoint["best"]


class EarlyStopper:
    def __init__(self, patience, min_delta=0.0):
        self.patience, self.min_delta = patience, min_delta
        self.best_loss, self.best_model, self.counter = None, None, 0

    def step(self, loss, model):
        improved = not isnan(loss) and (self.best_loss is None or self.best_loss - loss > self.min_delta)
        if improved:
            self.best_loss, self.counter = loss, 0
            self.best_model = deepcopy(model)
            return False
        self.counter += 1
        if self.counter >= self.patience:
            return True

    def restore(self, model):
        model.load_state_dict(self.best_model.state_dict())
