"""A module of its own; a dataclass keeps the run; two generators draw."""

import copy
from dataclasses import asdict, dataclass, field

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self, sizes, activation, dropout):
        super().__init__()
        self.act = {"relu": F.relu, "tanh": torch.tanh}[activation]
        self.hidden = nn.ModuleList([nn.Linear(a, b) for a, b in zip(sizes[:-2], sizes[1:-1])])
        self.out = nn.Linear(sizes[-2], sizes[-1])
        self.drop = nn.Dropout(dropout)
        self.register_buffer("mu", torch.zeros(1, sizes[0]))
        self.register_buffer("sigma", torch.ones(1, sizes[0]))

    def forward(self, x):
        x = (x - self.mu) / self.sigma
        for layer in self.hidden:
            x = self.drop(self.act(layer(x)))
        return self.out(x)


def build(sizes, activation="relu", dropout=0.0):
    if activation not in ("relu", "tanh"):
        raise ValueError(f"unknown activation: {activation}")
    return Net(sizes, activation, dropout)


@dataclass
class Run:
    model: dict
    optimizer: dict
    best_model: dict
    order: torch.Tensor
    rng: torch.Tensor
    best: float = float("inf")
    waited: int = 0
    train: list = field(default_factory=list)
    val: list = field(default_factory=list)


def _check(*tensors):
    for t in tensors:
        if torch.isnan(t).any() or torch.isinf(t).any():
            raise ValueError("inputs must be finite")


def _mean_loss(model, x, y):
    model.eval()
    total = 0.0
    with torch.inference_mode():
        for xb, yb in zip(x.split(64), y.split(64)):
            total += F.cross_entropy(model(xb), yb, reduction="sum").item()
    return total / len(x)


def fit(model, train, val, *, epochs, lr, patience, seed, device="cpu", checkpoint=None):
    train_x, train_y = train
    val_x, val_y = val
    _check(train_x, val_x)
    train_x, train_y, val_x, val_y = (t.to(device) for t in (train_x, train_y, val_x, val_y))
    model = model.to(device)
    generator = torch.Generator()
    torch.manual_seed(seed + 1)
    generator.manual_seed(seed)
    model.mu = train_x.mean(dim=0, keepdim=True)
    model.sigma = (train_x - model.mu).pow(2).mean(dim=0, keepdim=True).sqrt()
    model.sigma[model.sigma == 0] = 1.0
    optimizer = torch.optim.AdamW(model.parameters(), lr)
    if checkpoint:
        run = Run(**checkpoint)
        run = copy.deepcopy(run)
        model.load_state_dict(run.model)
        optimizer.load_state_dict(run.optimizer)
        generator.set_state(run.order)
        torch.set_rng_state(run.rng)
    else:
        state = copy.deepcopy(model.state_dict())
        run = Run(state, {}, state, generator.get_state(), torch.get_rng_state())
    for _ in range(len(run.val), epochs):
        if run.waited >= patience:
            break
        model.train()
        summed = 0.0
        for index in torch.randperm(len(train_x), generator=generator).split(32):
            logits = model(train_x[index])
            loss = F.cross_entropy(logits, train_y[index], reduction="mean")
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            summed += loss.item() * index.numel()
        run.train.append(summed / len(train_x))
        run.val.append(_mean_loss(model, val_x, val_y))
        if run.val[-1] < run.best:
            run.best, run.waited = run.val[-1], 0
            run.best_model = {k: v.clone() for k, v in model.state_dict().items()}
        else:
            run.waited += 1
        if checkpoint is not None:
            run.model, run.optimizer = model.state_dict(), optimizer.state_dict()
            run.order, run.rng = generator.get_state(), torch.get_rng_state()
            checkpoint.update(asdict(run))
    model.load_state_dict(run.best_model)
    return dict(train=run.train, val=run.val)


def predict(model, x):
    _check(x)
    mode = model.training
    model.train(False)
    with torch.no_grad():
        scores = model(x)
    model.train(mode)
    return scores.max(dim=1).indices
