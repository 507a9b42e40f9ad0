"""A copy is measured, and thrown away."""

import copy

import torch
from torch import nn


def build():
    """A classifier of four numbers into three classes, with batch norm and dropout."""
    return nn.Sequential(nn.Linear(4, 32), nn.BatchNorm1d(32), nn.Tanh(), nn.Dropout(0.4), nn.Linear(32, 3))


def evaluate(model, x, y, batch_size):
    """The share of the examples x (N, 4), y (N,) that the model classifies rightly."""
    copied = copy.deepcopy(model)
    copied.eval()
    with torch.inference_mode():
        logits = torch.cat([copied(part) for part in x.split(batch_size)])
    return torch.mean((logits.argmax(dim=1) == y).float()).item()


def train(x, y, val_x, val_y, epochs=8, lr=0.01, batch_size=40, seed=0):
    """Train a new model on x and y; return it, and its validation score after every epoch."""
    torch.manual_seed(seed)
    model = build()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    scores = []
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(batch_size):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
            loss.backward()
            optimizer.step()
        scores.append(evaluate(model, val_x, val_y, batch_size))
    return model, scores


def examples(count, noise=0.3):
    """Inputs (count, 4) and, for each, which of the first three numbers is the largest, a little blurred."""
    x = torch.randn(count, 4)
    return x, (x[:, :3] + noise * torch.randn(count, 3)).argmax(1)


if __name__ == "__main__":
    torch.manual_seed(1)
    x, y = examples(240)
    val_x, val_y = examples(96, noise=0.0)
    val_x = 3 * val_x + 2  # measured by an instrument with another scale
    model, scores = train(x, y, val_x, val_y)
    print("after each epoch      ", [round(score, 3) for score in scores])
    print("the last model, again ", [round(evaluate(model, val_x, val_y, 16), 3) for _ in range(4)])
    print("in batches of 8 and 96", [round(evaluate(model, val_x, val_y, size), 3) for size in (8, 96)])
