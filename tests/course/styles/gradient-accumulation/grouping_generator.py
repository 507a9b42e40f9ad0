"""Groups from a generator; a function takes one group and returns its loss."""

from itertools import islice


def grouped(parts, k):
    parts = iter(parts)
    for first in parts:
        yield [first, *islice(parts, k - 1)]


def accumulate(model, micro_batches, loss_fn, optimizer, k):
    def fill_gradients(group):
        total = sum(y.size(0) for _, y in group)
        losses = []
        for x, y in group:
            loss = loss_fn(model(x), y).mul(y.size(0)).div(total)
            loss.backward()
            losses.append(loss.detach())
        return sum(losses)

    epoch = []
    for group in grouped(micro_batches, k):
        optimizer.zero_grad(set_to_none=False)
        epoch.append(fill_gradients(group))
        optimizer.step()
    return epoch
