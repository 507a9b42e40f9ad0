"""One epoch of training."""


def train_epoch(model, batches, loss_fn, optimizer):
    """Train `model` on every (input, target) pair of `batches` once; return the mean loss per example."""
    model.train()
    total, examples = 0.0, 0
    for x, y in batches:
        optimizer.zero_grad()
        prediction = model(x)
        loss = loss_fn(prediction, y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(x)
        examples += len(x)
    return total / examples if examples else 0.0
