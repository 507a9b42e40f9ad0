"""Stop a training and go on as if nothing had happened; stop it for good when it gets no better."""

import copy
import math

import torch


def save(file, model, opt, sched, gen, epoch, best):
    """Write everything that the next epoch will read to `file`, a path or an open binary file."""
    state = {
        "model": model.state_dict(),
        "opt": opt.state_dict(),
        "sched": sched.state_dict(),
        "order": gen.get_state(),
        "random": torch.get_rng_state(),
        "epoch": epoch,
        "best": best,
    }
    torch.save(state, file)


def load(file, model, opt, sched, gen):
    """Put everything back that `save` wrote; return the epoch and the best score."""
    state = torch.load(file)
    model.load_state_dict(state["model"])
    opt.load_state_dict(state["opt"])
    sched.load_state_dict(state["sched"])
    gen.set_state(state["order"])
    torch.set_rng_state(state["random"])
    return state["epoch"], state["best"]


class EarlyStopper:
    """Keeps a copy of the best model, and says when nothing better has come for `patience` steps."""

    def __init__(self, patience, min_delta=0.0):
        self.patience = patience
        self.min_delta = min_delta
        self.best = math.inf
        self.waited = 0
        self.kept = None

    def step(self, loss, model):
        """Take note of a validation loss and the model that has it; True says that it is time to stop."""
        if loss < self.best - self.min_delta:
            self.best = loss
            self.waited = 0
            self.kept = copy.deepcopy(model.state_dict())
        else:
            self.waited += 1
        return self.waited >= self.patience

    def restore(self, model):
        """Load the best model's parameters and buffers into `model`."""
        model.load_state_dict(self.kept)
