"""The optimizer is made a second time, after the surgery."""

import torch
import torch.nn.functional as F
from torch import nn


def adapt(model, x, y, classes, steps=200, lr=0.05, seed=0):
    torch.manual_seed(seed)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    head = nn.Linear(model[-1].in_features, classes)
    model[-1] = head
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    history = []
    for _ in range(steps):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return optimizer, history
