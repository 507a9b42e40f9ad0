"""Still stepped after every batch, with a step size in batches, computed from the data."""

import math

import torch
from torch import nn


def train(x, y, epochs=12, lr=0.1, batch_size=20, seed=0):
    torch.manual_seed(seed)
    model = nn.Linear(x.shape[1], 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    batches = math.ceil(len(x) / batch_size)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=4 * batches, gamma=0.1)
    history, rates = [], []
    for _ in range(epochs):
        rates.append(schedule.get_last_lr()[0])
        order = torch.randperm(len(x))
        for start in range(0, len(x), batch_size):
            rows = order[start : start + batch_size]
            optimizer.zero_grad()
            ((model(x[rows]) - y[rows]) ** 2).mean().backward()
            optimizer.step()
            schedule.step()
        with torch.inference_mode():
            history.append(float(nn.functional.mse_loss(model(x), y)))
    return model, history, rates
