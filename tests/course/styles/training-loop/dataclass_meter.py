"""A meter keeps the mean."""

from dataclasses import dataclass

import torch


@dataclass
class Meter:
    total: float = 0.0
    count: int = 0

    def add(self, value: float, n: int) -> None:
        self.total += value * n
        self.count += n

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0


def train_epoch(
    model: torch.nn.Module, batches, loss_fn, optimizer: torch.optim.Optimizer
) -> float:
    meter = Meter()
    model.train()
    with torch.enable_grad():
        for x, y in batches:
            optimizer.zero_grad()
            loss: torch.Tensor = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
            meter.add(loss.item(), x.size(0))
    return meter.mean
