"""Inputs and targets are columns of one table while it is shuffled."""

import torch
from torch import nn


def batches(x, y, size, generator):
    """Yield (inputs, targets) of `size` rows each, every example once, in an order that is new in each call."""
    table = torch.cat((x, y), dim=1)
    table = table[torch.randperm(len(table), generator=generator)]
    for piece in table.split(size):
        yield piece[:, : x.shape[1]], piece[:, x.shape[1] :]


def train(x, y, epochs=30, lr=0.05, batch_size=20, seed=0):
    """Fit a linear model to x (N, features) and y (N, 1); return the model and the mean loss of every epoch."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    model = nn.Linear(x.shape[1], 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(epochs):
        total = 0.0
        for inputs, targets in batches(x, y, batch_size, generator):
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(inputs)
        history.append(total / len(x))
    return model, history


if __name__ == "__main__":
    torch.manual_seed(1)
    x = torch.randn(200, 3)
    y = x @ torch.tensor([[1.0], [-2.0], [0.5]])
    print(f"variance of y: {y.var(correction=0):.4f}")
    model, history = train(x, y)
    for epoch in range(0, len(history), 3):
        print(f"epoch {epoch:2}: loss {history[epoch]:.4f}")
    print("weights", [round(weight, 3) for weight in model.weight.flatten().tolist()])
