"""The model clears its gradients."""


def train_epoch(model, batches, loss_fn, opt):
    model.train(True)
    total = count = 0
    for x, y in batches:
        model.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()
        size = y.size(0)
        total, count = total + size * loss.detach(), count + size
    return (total / count).item() if count else 0.0
