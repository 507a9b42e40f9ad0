"""The same names, written another way: a list of states, and the best model as the bytes of a file."""

import io

import torch


def save(file, model, opt, sched, gen, epoch, best):
    states = [holder.state_dict() for holder in (model, opt, sched)]
    torch.save((states, gen.get_state(), torch.random.get_rng_state(), epoch, best), file)


def load(file, model, opt, sched, gen):
    states, order, random, epoch, best = torch.load(file, weights_only=True)
    for holder, state in zip((model, opt, sched), states, strict=True):
        holder.load_state_dict(state)
    gen.set_state(order)
    torch.random.set_rng_state(random)
    return epoch, best


class EarlyStopper:
    def __init__(self, patience, min_delta=0.0):
        self._patience, self._min_delta = patience, min_delta
        self._losses = []
        self._best = None
        self._file = None

    def step(self, loss, model):
        self._losses.append(loss)
        better = loss == loss if self._best is None else self._losses[self._best] - loss > self._min_delta
        if better:
            self._best = len(self._losses) - 1
            self._file = io.BytesIO()
            torch.save(model.state_dict(), self._file)
        waited = len(self._losses) - 1 - (-1 if self._best is None else self._best)
        return waited >= self._patience

    def restore(self, model):
        self._file.seek(0)
        model.load_state_dict(torch.load(self._file))
