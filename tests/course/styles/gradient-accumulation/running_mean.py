"""A running mean: what has gathered is scaled down as each part comes in."""


def accumulate(model, micro_batches, loss_fn, optimizer, k):
    model_parameters = [p for p in model.parameters() if p.requires_grad]
    seen = count = 0
    for x, y in micro_batches:
        n = x.size(0)
        if count == 0:
            model.zero_grad()
        for p in model_parameters:
            if p.grad is not None:
                p.grad.mul_(seen / (seen + n))
        loss = loss_fn(model(x), y) * (n / (seen + n))
        loss.backward()
        seen, count = seen + n, count + 1
        if count == k:
            optimizer.step()
            seen = count = 0
    if count:
        optimizer.step()
