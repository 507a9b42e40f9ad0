"""A large batch sent in parts: several backward passes fill the gradients before one step."""

from itertools import islice


def accumulate(model, micro_batches, loss_fn, optimizer, k):
    """Take one step for every `k` micro-batches, and one for the rest, as if each group were one batch."""
    parts = iter(micro_batches)
    while group := list(islice(parts, k)):
        examples = sum(len(x) for x, _ in group)
        optimizer.zero_grad()
        for x, y in group:
            share = len(x) / examples
            loss = share * loss_fn(model(x), y)
            loss.backward()
        optimizer.step()
