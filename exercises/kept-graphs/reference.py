"""The same training; its validation takes all squared errors at once, weighted by nothing but their number."""

import torch
from torch import nn


def validate(model, batches):
    model.eval()
    with torch.inference_mode():
        errors = [(model(inputs) - targets).square().flatten() for inputs, targets in batches]
    model.train()
    return torch.cat(errors).double().mean().item()


def train(x, y, val_batches, epochs=40, lr=0.01, hidden=64, seed=0):
    torch.manual_seed(seed)
    layers = nn.Linear(4, hidden), nn.Tanh(), nn.Dropout(0.1), nn.Linear(hidden, 1)
    model = nn.Sequential(*layers)
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    history = []
    for _ in range(epochs):
        loss = (model(x) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(validate(model, val_batches))
    return model, history
