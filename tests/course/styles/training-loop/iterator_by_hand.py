"""next() until StopIteration."""


def train_epoch(model, batches, loss_fn, opt):
    model.train()
    iterator = iter(batches)
    mean, n = 0.0, 0
    while True:
        try:
            x, y = next(iterator)
        except StopIteration:
            return mean
        opt.zero_grad()
        out = model(x)
        loss = loss_fn(out, y)
        loss.backward()
        opt.step()
        n += len(x)
        mean += (loss.item() - mean) * len(x) / n  # a running mean
