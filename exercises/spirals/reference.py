"""The same network and run, with torch's loader, and with the best epoch and the waiting read off the history."""

import copy
from itertools import pairwise

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Network(nn.Module):
    def __init__(self, sizes, bend, dropout):
        super().__init__()
        self.register_buffer("shift", torch.zeros(sizes[0]))
        self.register_buffer("scale", torch.ones(sizes[0]))
        self.layers = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(sizes))
        self.bend = bend
        self.dropout = dropout

    def forward(self, x):
        *hidden, last = self.layers
        x = (x - self.shift) * self.scale
        for layer in hidden:
            x = nn.functional.dropout(self.bend(layer(x)), self.dropout, self.training)
        return last(x)


def build(sizes, activation="relu", dropout=0.0):
    bends = {"relu": torch.relu, "tanh": torch.tanh}
    if activation not in bends:
        raise ValueError(f"no activation {activation}")
    return Network(sizes, bends[activation], dropout)


def finite(x):
    if not torch.isfinite(x).all():
        raise ValueError("not all numbers are finite")
    return x


def fit(model, train, val, *, epochs, lr, patience, seed, device="cpu", checkpoint=None):
    model.to(device)
    train = TensorDataset(finite(train[0]).to(device), train[1].to(device))
    val_x, val_y = finite(val[0]).to(device), val[1].to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    if checkpoint:
        run = copy.deepcopy(checkpoint)
        model.load_state_dict(run["states"][-1])
        optimizer.load_state_dict(run["optimizer"])
        torch.set_rng_state(run["random"])
    else:
        run = {"states": [], "train": [], "val": []}
        torch.manual_seed(seed)
        spread = train.tensors[0].std(0)
        model.shift.copy_(train.tensors[0].mean(0))
        model.scale.copy_(torch.where(spread == 0, 1.0, 1 / spread))

    def best():
        return min(range(len(run["val"])), key=run["val"].__getitem__, default=-1)

    while len(run["val"]) < epochs and len(run["val"]) - 1 - best() < patience:
        losses, sizes = [], []
        for x, y in DataLoader(train, batch_size=32, shuffle=True):
            loss = nn.functional.cross_entropy(model.train()(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            sizes.append(len(x))
        run["train"].append(sum(loss * size for loss, size in zip(losses, sizes, strict=True)) / sum(sizes))
        with torch.no_grad():
            run["val"].append(nn.functional.cross_entropy(model.eval()(val_x), val_y).item())
        run["states"].append(copy.deepcopy(model.state_dict()))
        run["optimizer"], run["random"] = copy.deepcopy(optimizer.state_dict()), torch.get_rng_state()
        if checkpoint is not None:
            checkpoint.update(copy.deepcopy(run))
    if run["states"]:
        model.load_state_dict(run["states"][best()])
    return {"train": run["train"], "val": run["val"]}


def predict(model, x):
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    with torch.no_grad():
        classes = model(finite(x)).argmax(1)
    for module, training in modes:
        module.training = training
    return classes
