"""Clearing right before backward."""


def train_epoch(model, batches, loss_fn, optimizer):
    model.train()
    losses, sizes = [], []
    for x, y in batches:
        pred = model(x)
        loss = loss_fn(pred, y)

        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()

        losses.append(float(loss))
        sizes.append(y.shape[0])
    return sum(loss * size for loss, size in zip(losses, sizes)) / sum(sizes)
