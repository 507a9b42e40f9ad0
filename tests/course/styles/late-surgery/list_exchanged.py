"""The optimizer is kept, and the list of what it holds exchanged."""

import torch
from torch import nn


def adapt(model, x, y, classes, steps=200, lr=0.05, seed=0):
    torch.manual_seed(seed)
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    model[-1] = nn.Linear(model[-1].in_features, classes)  # the new task has other classes
    optimizer.param_groups[0]["params"] = list(model.parameters())
    history = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return optimizer, history
