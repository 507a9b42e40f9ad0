"""A function for one step; losses are kept and weighted at the end."""

import torch


def step(model, batch, loss_fn, optimizer, device):
    x, y = (t.to(device, non_blocking=True) for t in batch)
    loss = loss_fn(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach() * x.size(0), x.size(0)


def train_epoch_on(model, batches, loss_fn, make_opt, device):
    model = model.to(device=device)
    optimizer = make_opt(model.parameters())
    sums, sizes = zip(*(step(model, batch, loss_fn, optimizer, device) for batch in batches))
    return torch.stack(sums).sum() / sum(sizes)
