"""Without autograd: the slopes of the mean square error are written out."""

import torch
from torch import nn


def step(model, inputs, targets, lr):
    """Move the model against its slopes; return the loss before the step."""
    errors = inputs @ model.weight[0] + model.bias - targets
    model.weight -= lr * 2 * errors @ inputs / len(inputs)
    model.bias -= lr * 2 * errors.mean()
    return (errors @ errors).item() / len(inputs)


@torch.no_grad()
def train(x, y, epochs=30, lr=0.1, batch_size=20, seed=0):
    torch.manual_seed(seed)
    model = nn.Linear(x.size(1), 1)
    orders = (torch.randperm(x.size(0)) for _ in range(epochs))
    return model, [step(model, x[rows], y[rows], lr) for order in orders for rows in order.split(batch_size)]
