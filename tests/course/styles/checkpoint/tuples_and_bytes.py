"""The file is a tuple, and the best model is a file in memory."""

import io

import torch


def save(file, model, opt, sched, gen, epoch, best):
    torch.save(
        (
            [part.state_dict() for part in (model, opt, sched)],
            [gen.get_state(), torch.default_generator.get_state()],
            (epoch, best),
        ),
        file,
    )


def load(file, model, opt, sched, gen):
    states, randoms, progress = torch.load(file, map_location="cpu")
    for part, state in zip((sched, opt, model), reversed(states), strict=True):
        part.load_state_dict(state)
    for generator, state in zip((gen, torch.default_generator), randoms, strict=True):
        generator.set_state(state)
    return progress


class EarlyStopper:
    def __init__(self, patience, min_delta=0.0):
        self.left = self.patience = patience
        self.limit = float("inf")
        self.min_delta = min_delta
        self.buffer = b""

    def step(self, loss, model):
        self.left -= 1
        if loss < self.limit:
            self.left = self.patience
            self.limit = loss - self.min_delta
            file = io.BytesIO()
            torch.save(model.state_dict(), file)
            self.buffer = file.getvalue()
        return self.left == 0

    def restore(self, model):
        model.load_state_dict(torch.load(io.BytesIO(self.buffer)))
