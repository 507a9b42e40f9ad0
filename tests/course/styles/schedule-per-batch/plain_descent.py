"""Weights updated by hand, and a schedule that drives nothing but its own optimizer; one function for an epoch."""

import torch
from torch import nn


def one_epoch(model, x, y, batch_size, rate):
    for rows in torch.randperm(len(x)).split(batch_size):
        loss = nn.functional.mse_loss(model(x[rows]), y[rows])
        parameters = list(model.parameters())
        with torch.no_grad():
            for parameter, gradient in zip(parameters, torch.autograd.grad(loss, parameters)):
                parameter -= rate * gradient


def train(x, y, epochs=12, lr=0.1, batch_size=20, seed=0):
    torch.manual_seed(seed)
    model = nn.Linear(x.shape[1], 1)
    rates = [lr * 0.1 ** (epoch // 4) for epoch in range(epochs)]
    history = []
    for rate in rates:
        one_epoch(model, x, y, batch_size, rate)
        history.append((model(x) - y).square().mean().item())
    return model, history, rates
