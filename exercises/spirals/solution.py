"""A classifier of points: built, trained, stopped in time, and able to go on where it was interrupted."""

import copy
from itertools import pairwise

import torch
from torch import nn

ACTIVATIONS = {"relu": nn.ReLU, "tanh": nn.Tanh}
BATCH_SIZE = 32


class Normalise(nn.Module):
    """Subtract a mean and divide by a spread, feature by feature; as buffers, both travel with the state."""

    def __init__(self, features):
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))

    def forward(self, x):
        return (x - self.mean) / self.spread


def refuse_not_finite(*inputs):
    for x in inputs:
        if not x.isfinite().all():
            raise ValueError("all inputs have to be finite numbers")


def build(sizes, activation="relu", dropout=0.0):
    """A network from raw inputs (N, sizes[0]) to logits (N, sizes[-1])."""
    if activation not in ACTIVATIONS:
        raise ValueError(f"the activation {activation!r} is not one of {', '.join(ACTIVATIONS)}")
    layers = [Normalise(sizes[0])]
    for width, next_width in pairwise(sizes):
        layers += [nn.Linear(width, next_width), ACTIVATIONS[activation](), nn.Dropout(dropout)]
    return nn.Sequential(*layers[:-2])  # nothing after the last linear layer: its numbers are the logits


def fit(model, train, val, *, epochs, lr, patience, seed, device="cpu", checkpoint=None):
    """Train on one pair (inputs, targets), stop by the other; return the losses of every epoch.

    A dict given as `checkpoint` gets, after every epoch, all that the next one reads; a run goes on from a filled one.
    """
    (x, y), (val_x, val_y) = train, val
    refuse_not_finite(x, val_x)
    x, y, val_x, val_y = (part.to(device) for part in (x, y, val_x, val_y))
    torch.manual_seed(seed)
    model.to(device)
    spread = x.std(0)
    model[0].mean.copy_(x.mean(0))
    model[0].spread.copy_(torch.where(spread > 0, spread, 1.0))
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    history = {"train": [], "val": []}
    best, waited, best_model = float("inf"), 0, model.state_dict()
    if checkpoint:
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        history, best = checkpoint["history"], checkpoint["best"]
        waited, best_model = checkpoint["waited"], checkpoint["best_model"]
        torch.set_rng_state(checkpoint["random"])
    while len(history["val"]) < epochs and waited < patience:
        model.train()
        total = 0.0
        for rows in torch.randperm(len(x)).split(BATCH_SIZE):
            loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(rows)
        history["train"].append(total / len(x))
        model.eval()
        with torch.no_grad():
            val_loss = nn.functional.cross_entropy(model(val_x), val_y).item()
        history["val"].append(val_loss)
        waited += 1
        if val_loss < best:
            best, waited, best_model = val_loss, 0, copy.deepcopy(model.state_dict())
        if checkpoint is not None:
            state = {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "random": torch.get_rng_state(),
                "history": history,
                "best": best,
                "waited": waited,
                "best_model": best_model,
            }
            checkpoint.update(copy.deepcopy(state))
    model.load_state_dict(best_model)
    return history


@torch.no_grad()
def predict(model, x):
    """The likeliest class of each row, (N,) of int64."""
    refuse_not_finite(x)
    was_training = model.training
    model.eval()
    classes = model(x).argmax(1)
    model.train(was_training)
    return classes
