"""Fit noisy examples, keep the version of the network that does best on fresh ones, and return that."""

import copy
import math

import torch
from torch import nn


def loss_of(model, x, y):
    return nn.functional.mse_loss(model(x), y)


@torch.no_grad()
def evaluate(model, x, y):
    """The loss of a model in eval mode, as a number."""
    model.eval()
    return loss_of(model, x, y).item()


def train(x, y, fresh_x, fresh_y, epochs=80, lr=0.1, seed=0):
    """Fit a network to x (N, features) and y (N, 1), float64, and judge it on fresh_x and fresh_y after every epoch.

    Returns the network as it was when the loss on the fresh examples was lowest, and that loss for every epoch.
    """
    torch.manual_seed(seed)
    layers = nn.Linear(x.shape[1], 64), nn.BatchNorm1d(64), nn.Tanh(), nn.Linear(64, 1)
    model = nn.Sequential(*layers).double()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    best, best_state, history = math.inf, None, []
    for _ in range(epochs):
        model.train()
        optimizer.zero_grad()
        loss_of(model, x, y).backward()
        optimizer.step()
        loss = evaluate(model, fresh_x, fresh_y)
        history.append(loss)
        if loss < best:
            best = loss
            best_state = copy.deepcopy(model.state_dict())
    model.load_state_dict(best_state)
    return model, history


if __name__ == "__main__":
    torch.manual_seed(1)
    x, fresh_x = torch.randn(24, 8, dtype=torch.float64), torch.randn(200, 8, dtype=torch.float64)
    y, fresh_y = x[:, :1] + torch.randn(24, 1, dtype=torch.float64), fresh_x[:, :1]
    model, history = train(x, y, fresh_x, fresh_y)
    for epoch in range(0, len(history), 8):
        print(f"epoch {epoch:2}: loss {history[epoch]:.4f}")
    best = min(range(len(history)), key=history.__getitem__)
    print(f"best {history[best]:.4f} after epoch {best}, last {history[-1]:.4f}")
    print(f"the model that was returned: {evaluate(model, fresh_x, fresh_y):.4f}")
