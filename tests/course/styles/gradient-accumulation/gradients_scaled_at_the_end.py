"""Sums go backward, and what has gathered in .grad is divided before the step; one walk, no lists."""


def accumulate(model, micro_batches, loss_fn, optimizer, k):
    examples = parts = 0

    def step():
        for p in model.parameters():
            p.grad /= examples
        optimizer.step()

    for x, y in micro_batches:
        if parts == 0:
            optimizer.zero_grad()
        (loss_fn(model(x), y) * len(x)).backward()
        examples += len(x)
        parts += 1
        if parts == k:
            step()
            examples = parts = 0
    if parts:
        step()
