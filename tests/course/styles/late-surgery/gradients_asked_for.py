"""torch.autograd.grad in place of backward; setattr for the surgery; losses kept as tensors."""

import torch
from torch import nn


def adapt(model, x, y, classes, steps=200, lr=0.05, seed=0):
    torch.manual_seed(seed)
    name = str(len(model) - 1)
    setattr(model, name, nn.Linear(getattr(model, name).in_features, classes))
    params = list(model.parameters())
    optimizer = torch.optim.SGD(params, lr, momentum=0.9)
    losses = torch.zeros(steps)
    for step in range(steps):
        loss = nn.functional.cross_entropy(model.forward(x), y)
        for param, gradient in zip(params, torch.autograd.grad(loss, params)):
            param.grad = gradient
        optimizer.step()
        losses[step] = loss.detach()
    return optimizer, losses.tolist()
