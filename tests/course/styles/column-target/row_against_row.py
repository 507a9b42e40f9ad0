"""Both are rows."""

import torch
from torch import nn


def train(x, y, epochs=30, lr=0.1, batch_size=20, seed=0):
    """Fit a linear model to x (N, features) and y (N,); return the model and the loss of every step."""
    torch.manual_seed(seed)
    _, features = x.shape
    model = nn.Linear(features, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(batch_size):
            prediction = model(x[rows]).T
            loss = torch.square(prediction - y[None, rows]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            history.append(loss.item())
    return model, history
