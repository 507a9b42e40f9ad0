"""Teach a trained network a new task: it gets a new last layer, and all of it is trained. The loss goes down."""

import torch
from torch import nn


def adapt(model, x, y, classes, steps=200, lr=0.05, seed=0):
    """Give `model`, an nn.Sequential, a new last layer, and train all of it on x (N, features) and y (N,).

    Returns the optimizer and the loss of every step.
    """
    torch.manual_seed(seed)
    loss_fn = nn.CrossEntropyLoss()
    model[-1] = nn.Linear(model[-1].in_features, classes)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    history = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return optimizer, history


if __name__ == "__main__":
    torch.manual_seed(1)
    x = torch.randn(300, 5)
    y = (x @ torch.randn(5, 4)).argmax(1)
    model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 10))  # its old task had ten classes
    optimizer, history = adapt(model, x, y, classes=4)
    for step in range(0, len(history), 20):
        print(f"step {step:3}: loss {history[step]:.4f}")
    print(f"last loss {history[-1]:.4f}")
