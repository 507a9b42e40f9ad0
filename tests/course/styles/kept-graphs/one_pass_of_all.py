"""All batches are joined, and NumPy takes the mean."""

import numpy as np
import torch
from torch import nn


def validate(model, batches):
    """The mean squared error of a model per example, over all batches."""
    inputs, targets = map(torch.cat, zip(*batches, strict=True))
    mode = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    try:
        predictions = model.eval()(inputs)
    finally:
        torch.set_grad_enabled(mode)
        model.train()
    return float(np.square(predictions.numpy() - targets.numpy()).mean())


def train(x, y, val_batches, epochs=40, lr=0.01, hidden=64, seed=0):
    """Fit a small network to x (N, features) and y (N, 1); return it, and its validation loss after every epoch."""
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(x.shape[1], hidden), nn.Tanh(), nn.Dropout(0.1), nn.Linear(hidden, 1))
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
    rule = torch.randn(8, 1)
    x, val_x = torch.randn(128, 8), torch.randn(630, 8)
    y, val_y = (x @ rule).tanh(), (val_x @ rule).tanh()
    val_batches = list(zip(val_x.split(32), val_y.split(32), strict=True))
    kept = []
    with torch.autograd.graph.saved_tensors_hooks(kept.append, lambda tensor: tensor):
        loss = validate(nn.Linear(8, 1), val_batches)
    print(f"one validation returns {loss!r} and kept {len(kept)} tensors for a backward pass")
    model, history = train(x, y, val_batches)
    for epoch in range(0, len(history), 10):
        print(f"epoch {epoch:2}: validation loss {history[epoch]!r}")
