"""One set of tensors is made before the loop and written into at every new best."""

import torch
from torch import nn


def fresh_loss(model, x, y):
    model.eval()
    with torch.inference_mode():
        return float(((model(x) - y) ** 2).mean())


def train(x, y, fresh_x, fresh_y, epochs=80, lr=0.1, seed=0):
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(x.shape[1], 64), nn.BatchNorm1d(64), nn.Tanh(), nn.Linear(64, 1)).to(x.dtype)
    kept = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    while len(history) < epochs:
        model.train()
        model.zero_grad()
        ((model(x) - y) ** 2).mean().backward()
        optimizer.step()
        loss = fresh_loss(model, fresh_x, fresh_y)
        if all(loss < earlier for earlier in history):
            for name, tensor in model.state_dict().items():
                kept[name].copy_(tensor)
        history.append(loss)
    with torch.no_grad():
        for name, tensor in model.state_dict().items():
            tensor.copy_(kept[name])
    return model, history
