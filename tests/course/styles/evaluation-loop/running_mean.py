"""Means that are moved towards each batch by its weight; recording is switched off by hand and on again."""

from dataclasses import dataclass

import torch


@dataclass
class Mean:
    value: float = 0.0
    weight: int = 0

    def add(self, value, weight):
        self.weight += weight
        self.value += (value - self.value) * weight / self.weight


def evaluate(model, batches, loss_fn):
    was, recording = model.training, torch.is_grad_enabled()
    loss, accuracy = Mean(), Mean()
    torch.set_grad_enabled(False)
    model.eval()
    try:
        for batch in iter(batches):
            x, y = batch
            out = model(x)
            loss.add(loss_fn(out, y).item(), x.size(0))
            accuracy.add((out.softmax(dim=-1).argmax(dim=-1) == y).double().mean().item(), x.size(0))
    finally:
        torch.set_grad_enabled(recording)
        model.train(was)
    return loss.value, accuracy.value
