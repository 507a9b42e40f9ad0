"""One epoch of training on whatever device the caller names: everything that meets is moved there first."""

import torch


def train_epoch_on(model, batches, loss_fn, make_opt, device):
    """Train `model` on every (input, target) pair once; return the mean loss per example, 0-D and on `device`."""
    model.to(device)
    optimizer = make_opt(model.parameters())  # only now: a move may replace the parameters by new ones
    total, examples = torch.zeros((), device=device), 0
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.detach() * len(x)  # a tensor, since a number would have to be waited for
        examples += len(x)
    return total / examples
