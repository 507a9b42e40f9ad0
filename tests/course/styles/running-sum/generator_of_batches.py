"""A generator draws the batches, a function takes a step, and the parts have names."""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Settings:
    steps: int
    lr: float
    batch_size: int


def batches(x, y, settings):
    for _ in range(settings.steps):
        rows = torch.randint(len(x), (settings.batch_size,))
        yield x[rows], y[rows]


def step(model, optimizer, inputs, targets):
    loss = F.mse_loss(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train(x, y, steps=80, lr=0.05, batch_size=32, seed=0):
    torch.manual_seed(seed)
    settings = Settings(steps, lr, batch_size)
    model = nn.Linear(x.size(1), y.size(1))
    optimizer = torch.optim.SGD(model.parameters(), settings.lr)
    return model, [step(model, optimizer, *batch) for batch in batches(x, y, settings)]
