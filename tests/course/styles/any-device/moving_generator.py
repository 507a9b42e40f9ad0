"""A generator moves batches of any structure; the mean is updated as it goes."""

import torch
from torch.utils._pytree import tree_map


def moved(batches, device):
    for batch in batches:
        yield tree_map(lambda part: part.to(device), batch)


class RunningMean:
    def __init__(self, device):
        self.mean = torch.tensor(0.0, device=device)
        self.count = 0

    def update(self, value, count):
        self.count += count
        self.mean.lerp_(value, count / self.count)


def train_epoch_on(model, batches, loss_fn, make_opt, device):
    for module in model.modules():
        module.to(device)
    optimizer = make_opt(model.parameters())
    mean = RunningMean(device)
    for x, y in moved(batches, device):

        def closure():
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            return loss

        loss = optimizer.step(closure)
        mean.update(loss.data, len(x))
    return mean.mean
