"""The same training, with the rate of each epoch computed from its number: no schedule that could miscount."""

import torch
from torch import nn


def train(x, y, epochs=12, lr=0.1, batch_size=20, seed=0):
    torch.manual_seed(seed)
    model = nn.Linear(x.shape[1], 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    rates = [lr * 0.1 ** (epoch // 4) for epoch in range(epochs)]
    for rate in rates:
        optimizer.param_groups[0]["lr"] = rate
        for rows in torch.randperm(len(x)).split(batch_size):
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x[rows]), y[rows]).backward()
            optimizer.step()
        with torch.no_grad():
            history.append(nn.functional.mse_loss(model(x), y).item())
    return model, history, rates
