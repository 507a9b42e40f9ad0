"""Nothing is kept: once the best epoch is known, the same training runs again and ends there."""

import torch
from torch import nn


def epochs_of(x, y, lr, seed):
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(x.shape[1], 64), nn.BatchNorm1d(64), nn.Tanh(), nn.Linear(64, 1)).to(x.dtype)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    while True:
        model.train()
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        yield model.eval()


@torch.no_grad()
def loss_of(model, x, y):
    return nn.functional.mse_loss(model(x), y).item()


def train(x, y, fresh_x, fresh_y, epochs=80, lr=0.1, seed=0):
    with torch.enable_grad():
        run = epochs_of(x, y, lr, seed)
        history = [loss_of(next(run), fresh_x, fresh_y) for _ in range(epochs)]
        again = epochs_of(x, y, lr, seed)
        for _ in range(history.index(min(history)) + 1):
            model = next(again)
    return model, history
