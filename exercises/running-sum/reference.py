"""The same training, with gradients asked for afresh at every step, so that none can be left over."""

import torch
from torch import nn


def train(x, y, steps=80, lr=0.05, batch_size=32, seed=0):
    torch.manual_seed(seed)
    examples, features = x.shape
    model = nn.Linear(features, 1)
    parameters = list(model.parameters())
    optimizer = torch.optim.SGD(parameters, lr=lr)
    history = []
    for _ in range(steps):
        rows = torch.randint(examples, (batch_size,))
        loss = nn.functional.mse_loss(model(x[rows]), y[rows])
        for parameter, gradient in zip(parameters, torch.autograd.grad(loss, parameters), strict=True):
            parameter.grad = gradient
        optimizer.step()
        history.append(loss.item())
    return model, history
