"""Tensors are copied one by one, the random state is put back last, and the history of losses tells when to stop."""

import torch


def clones(model):
    return [tensor.detach().clone() for tensor in (*model.parameters(), *model.buffers())]


@torch.no_grad()
def put(model, tensors):
    for tensor, values in zip((*model.parameters(), *model.buffers()), tensors, strict=True):
        tensor.copy_(values)


def save(file, model, opt, sched, gen, epoch, best):
    torch.save(
        [clones(model), opt.state_dict(), sched.state_dict(), gen.get_state(), torch.get_rng_state(), epoch, best], file
    )


def load(file, model, opt, sched, gen):
    tensors, opt_state, sched_state, order, random, epoch, best = torch.load(file)
    put(model, tensors)
    opt.load_state_dict(opt_state)
    sched.load_state_dict(sched_state)
    gen.set_state(order)
    torch.set_rng_state(random)
    return epoch, best


class EarlyStopper:
    def __init__(self, patience, min_delta=0.0):
        self.patience = patience
        self.min_delta = min_delta
        self.losses = []
        self.best_at = -1
        self.tensors = None

    def step(self, loss, model):
        self.losses.append(loss)
        bound = float("inf") if self.best_at < 0 else self.losses[self.best_at] - self.min_delta
        if loss < bound:
            self.best_at = len(self.losses) - 1
            self.tensors = clones(model)
        return len(self.losses) - 1 - self.best_at >= self.patience

    def restore(self, model):
        put(model, self.tensors)
