"""Batch norm without weights, held in eval mode, normalises; the checkpoint is bytes in a tensor."""

import io

import torch
from torch import nn


class Normaliser(nn.BatchNorm1d):
    def __init__(self, features):
        super().__init__(features, eps=0.0, affine=False)
        self.training = False

    def train(self, mode=True):
        return super().train(False)


def build(sizes, activation="relu", dropout=0.0):
    makers = dict(relu=nn.ReLU, tanh=nn.Tanh)
    try:
        bend = makers[activation]
    except KeyError:
        raise ValueError(f"activation {activation} is neither relu nor tanh") from None
    net = nn.Sequential(Normaliser(sizes[0]))
    for i in range(1, len(sizes)):
        net.append(nn.Linear(sizes[i - 1], sizes[i]))
        if i < len(sizes) - 1:
            net.append(bend())
            net.append(nn.Dropout(dropout))
    return net


def all_finite(x):
    if not bool(torch.isfinite(x).all()):
        raise ValueError("x is not finite")


def fit(model, train, val, *, epochs, lr, patience, seed, device="cpu", checkpoint=None):
    all_finite(train[0])
    all_finite(val[0])
    x, y = train[0].to(device), train[1].to(device)
    vx, vy = val[0].to(device), val[1].to(device)
    model.to(device)
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(params=model.parameters(), lr=lr)
    epoch, best, best_epoch, history, best_state = 0, None, 0, {"train": [], "val": []}, None
    if checkpoint:
        saved = torch.load(io.BytesIO(bytes(checkpoint["bytes"].tolist())))
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        epoch, best, best_epoch, history, best_state = saved["progress"]
        torch.set_rng_state(saved["rng"])
    else:
        torch.manual_seed(seed)
        variance, mean = torch.var_mean(x, dim=0, unbiased=False)
        variance[variance == 0] = 1.0
        model[0].running_mean.copy_(mean)
        model[0].running_var.copy_(variance)
    while epoch < epochs and epoch - best_epoch < patience:
        epoch += 1
        model.train()
        losses = []
        order = torch.randperm(x.shape[0]).tolist()
        for start in range(0, len(order), 32):
            rows = order[start : start + 32]
            model.zero_grad()
            loss = loss_fn(model(x[rows]), y[rows])
            loss.backward()
            optimizer.step()
            losses += [loss.item()] * len(rows)
        history["train"].append(sum(losses) / len(losses))
        model.eval()
        with torch.no_grad():
            score = loss_fn(model(vx), vy).item()
        history["val"].append(score)
        if best is None or score < best:
            best, best_epoch = score, epoch
            best_state = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
        if checkpoint is not None:
            file = io.BytesIO()
            torch.save(
                {
                    "model": model.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "rng": torch.get_rng_state(),
                    "progress": (epoch, best, best_epoch, history, best_state),
                },
                file,
            )
            checkpoint["bytes"] = torch.tensor(list(file.getvalue()), dtype=torch.uint8)
    if best_state is not None:
        model.load_state_dict(best_state)
    return history


def predict(model, x):
    all_finite(x)
    training = model.training
    try:
        with torch.inference_mode():
            return model.eval()(x).argmax(-1).clone()
    finally:
        model.train(training)
