"""The mean is a 0-D tensor without a graph."""

import torch


def train_epoch(model, batches, loss_fn, opt):
    model.train()
    total = torch.zeros(())
    count = torch.zeros(())
    for x, y in batches:
        opt.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()
        with torch.no_grad():
            total += loss * x.shape[0]
            count += x.shape[0]
    return total / count.clamp(min=1)
