"""One function for a step, a generator for an epoch."""


def step(model, x, y, loss_fn, optimizer):
    optimizer.zero_grad()
    loss = loss_fn(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


def epoch(model, batches, loss_fn, optimizer):
    for x, y in batches:
        yield step(model, x, y, loss_fn, optimizer), len(x)


def train_epoch(model, batches, loss_fn, optimizer):
    model.train()
    steps = list(epoch(model, batches, loss_fn, optimizer))
    losses, sizes = zip(*steps) if steps else ((0.0,), (1,))
    return sum(map(float.__mul__, losses, map(float, sizes))) / sum(sizes)
