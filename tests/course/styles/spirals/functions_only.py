"""Small functions around one table of the run; weights of the layers made by hand."""

import copy
import math

import torch
from torch import nn


class Dense(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        bound = 1 / math.sqrt(n_in)
        self.weight = nn.Parameter(torch.empty(n_out, n_in).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        return x @ self.weight.T + self.bias


class Classifier(nn.Module):
    def __init__(self, layers, activation, dropout):
        super().__init__()
        self.layers = nn.Sequential(*layers)
        self.activation = activation
        self.dropout = dropout
        self.register_buffer("statistics", torch.stack((torch.zeros(layers[0].weight.shape[1]), torch.ones(layers[0].weight.shape[1]))))

    def forward(self, x):
        mean, spread = self.statistics
        x = (x - mean) / spread
        last = len(self.layers) - 1
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i < last:
                x = torch.relu(x) if self.activation == "relu" else torch.tanh(x)
                x = nn.functional.dropout(x, self.dropout, training=self.training)
        return x


def build(sizes, activation="relu", dropout=0.0):
    if activation != "relu" and activation != "tanh":
        raise ValueError("no such activation: " + activation)
    return Classifier([Dense(a, b) for a, b in zip(sizes, sizes[1:])], activation, dropout)


def require_finite(x):
    if not math.isfinite(x.abs().sum().item()):
        raise ValueError("the inputs are not all finite")
    return x


def train_epoch(model, x, y, optimizer):
    model.train()
    total = torch.zeros(())
    for rows in torch.chunk(torch.randperm(len(x)), 1)[0].split(32):
        log_p = model(x[rows]).log_softmax(1)
        loss = -log_p[torch.arange(len(rows)), y[rows]].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach() * len(rows)
    return (total / len(x)).item()


@torch.no_grad()
def validation_loss(model, x, y):
    model.eval()
    return nn.functional.cross_entropy(model(x), y).item()


def fit(model, train, val, *, epochs, lr, patience, seed, device="cpu", checkpoint=None):
    for x, _ in (train, val):
        require_finite(x)
    (x, y), val = train, val
    x, y, val = x.to(device), y.to(device), [part.to(device) for part in val]
    model.to(device)
    with torch.no_grad():
        spread = x.std(0) * math.sqrt((len(x) - 1) / len(x))
        spread = spread + (spread == 0).float()
        model.statistics.copy_(torch.stack((x.mean(0), spread)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    run = {"history": {"train": [], "val": []}, "waited": 0, "best": model.state_dict()}
    torch.manual_seed(seed)
    if checkpoint:
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        run = copy.deepcopy(checkpoint["run"])
        torch.random.set_rng_state(checkpoint["random"])
    history = run["history"]
    while run["waited"] < patience and len(history["train"]) < epochs:
        history["train"].append(train_epoch(model, x, y, optimizer))
        loss = validation_loss(model, *val)
        is_best = all(loss < earlier for earlier in history["val"])
        history["val"].append(loss)
        run["waited"] = 0 if is_best else run["waited"] + 1
        if is_best:
            run["best"] = copy.deepcopy(model.state_dict())
        if checkpoint is not None:
            checkpoint["model"] = copy.deepcopy(model.state_dict())
            checkpoint["optimizer"] = copy.deepcopy(optimizer.state_dict())
            checkpoint["random"] = torch.random.get_rng_state()
            checkpoint["run"] = copy.deepcopy(run)
    model.load_state_dict(run["best"])
    return history


def predict(model, x):
    require_finite(x)
    was = model.training
    model.eval()
    with torch.no_grad():
        classes = model(x).softmax(1).argmax(1)
    model.train(was)
    return classes
