"""Train a small network, and note its validation loss after every epoch.

Run it: the losses are right, but each of them is more than a number, and memory grows with every batch.
"""

import torch
from torch import nn


def validate(model, batches):
    """The mean squared error of a model per example, over all batches."""
    model.eval()
    total, examples = 0.0, 0
    for inputs, targets in batches:
        loss = nn.functional.mse_loss(model(inputs), targets)
        size = len(inputs)
        total += loss * size
        examples += size
    model.train()
    return total / examples


def train(x, y, val_batches, epochs=40, lr=0.01, hidden=64, seed=0):
    """Fit a small network to x (N, 4) and y (N, 1); return it, and its validation loss after every epoch."""
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(4, hidden), nn.Tanh(), nn.Dropout(0.1), nn.Linear(hidden, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    history = []
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        history.append(validate(model, val_batches))
    return model, history


if __name__ == "__main__":
    torch.manual_seed(1)
    rule = torch.randn(4, 1)
    x, val_x = torch.randn(128, 4), torch.randn(630, 4)
    y, val_y = (x @ rule).tanh(), (val_x @ rule).tanh()
    val_batches = list(zip(val_x.split(32), val_y.split(32), strict=True))
    kept = []
    with torch.autograd.graph.saved_tensors_hooks(kept.append, lambda tensor: tensor):
        loss = validate(nn.Linear(4, 1), val_batches)
    print(f"one validation returns {loss!r} and kept {len(kept)} tensors for a backward pass")
    model, history = train(x, y, val_batches)
    for epoch in range(0, len(history), 10):
        print(f"epoch {epoch:2}: validation loss {history[epoch]!r}")
