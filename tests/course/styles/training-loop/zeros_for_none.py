"""Gradients are set to zero, and never to None."""


def train_epoch(model, batches, loss_fn, opt):
    model.train()
    weighted = []
    for x, y in batches:
        opt.zero_grad(set_to_none=False)
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()
        weighted.append((loss.item(), len(x)))
    examples = sum(n for _, n in weighted)
    return sum(loss * n / examples for loss, n in weighted)
