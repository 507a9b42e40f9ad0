"""Clearing at the end, as fastai does: right as long as nothing was left over at the start."""


def train_epoch(model, batches, loss_fn, opt):
    model.train()
    total, count = 0.0, 0
    for xb, yb in batches:
        loss = loss_fn(model(xb), yb)
        loss.backward()
        opt.step()
        opt.zero_grad()
        total += loss.item() * len(xb)
        count += len(xb)
    return total / count
