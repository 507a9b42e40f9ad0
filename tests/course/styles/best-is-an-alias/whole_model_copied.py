"""A copy of the whole model is kept, and that copy is what comes back."""

import copy

import torch
import torch.nn.functional as F
from torch import nn


def train(x, y, fresh_x, fresh_y, epochs=80, lr=0.1, seed=0):
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(x.shape[1], 64), nn.BatchNorm1d(64), nn.Tanh(), nn.Linear(64, 1)).to(x.dtype)
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    best, keep, history = float("inf"), model, []
    for epoch in range(epochs):
        model.train()
        loss = F.mse_loss(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            v = F.mse_loss(model.eval()(fresh_x), fresh_y).item()
        history.append(v)
        if v < best:
            best, keep = v, copy.deepcopy(model)
    return keep, history
