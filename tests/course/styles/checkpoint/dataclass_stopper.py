"""A dataclass; the best state lives in buffers that are overwritten in place."""

from dataclasses import dataclass, field

import torch


def save(file, model, opt, sched, gen, epoch, best):
    names = ("model", "opt", "sched")
    state = {name: part.state_dict() for name, part in zip(names, (model, opt, sched), strict=True)}
    state |= {"generator": gen.get_state(), "rng": torch.random.get_rng_state(), "progress": [epoch, best]}
    torch.save(state, file)


def load(file, model, opt, sched, gen):
    state = torch.load(file)
    parts = {"model": model, "opt": opt, "sched": sched}
    for name, part in parts.items():
        part.load_state_dict(state.pop(name))
    gen.set_state(state.pop("generator"))
    torch.random.set_rng_state(state.pop("rng"))
    epoch, best = state.pop("progress")
    return epoch, best


@dataclass
class EarlyStopper:
    patience: int
    min_delta: float = 0.0
    best: float = float("inf")
    bad: int = 0
    kept: dict = field(default_factory=dict)

    def step(self, loss, model):
        match loss < self.best - self.min_delta:
            case True:
                self.best, self.bad = loss, 0
                for name, tensor in model.state_dict().items():
                    self.kept.setdefault(name, torch.empty_like(tensor)).copy_(tensor)
            case _:
                self.bad += 1
        return not self.bad < self.patience

    def restore(self, model):
        for name, tensor in model.state_dict().items():
            tensor.copy_(self.kept[name])
