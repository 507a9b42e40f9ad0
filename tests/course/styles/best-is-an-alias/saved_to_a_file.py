"""A file in memory: what torch.save writes is a copy by nature."""

import io
import math

import torch
from torch import nn


def train(x, y, fresh_x, fresh_y, epochs=80, lr=0.1, seed=0):
    torch.manual_seed(seed)
    layers = nn.Linear(x.shape[1], 64), nn.BatchNorm1d(64), nn.Tanh(), nn.Linear(64, 1)
    model = nn.Sequential(*layers).to(x.dtype)
    loss_fn = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    best, file, history = math.inf, None, []
    for _ in range(epochs):
        model.train()
        optimizer.zero_grad()
        loss_fn(model(x), y).backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            loss = loss_fn(model(fresh_x), fresh_y).item()
        history.append(loss)
        if loss < best:
            best, file = loss, io.BytesIO()
            torch.save(model.state_dict(), file)
    file.seek(0)
    model.load_state_dict(torch.load(file))
    return model, history
