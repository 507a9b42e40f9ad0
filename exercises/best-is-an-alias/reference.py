"""The same training; a copy is kept of every epoch, and the best is looked for at the end."""

import torch
from torch import nn


def train(x, y, fresh_x, fresh_y, epochs=80, lr=0.1, seed=0):
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(x.shape[1], 64), nn.BatchNorm1d(64), nn.Tanh(), nn.Linear(64, 1)).double()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    states, history = [], []
    for _ in range(epochs):
        model.train()
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            history.append(nn.functional.mse_loss(model(fresh_x), fresh_y).item())
        states.append({name: tensor.clone() for name, tensor in model.state_dict().items()})
    model.load_state_dict(states[history.index(min(history))])
    return model, history
