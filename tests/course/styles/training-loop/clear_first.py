"""Clearing at the top, as in torch's tutorials."""


def train_epoch(model, batches, loss_fn, opt):
    model.train()
    running_loss = 0.0
    n = 0
    for inputs, labels in batches:
        opt.zero_grad()
        outputs = model(inputs)
        loss = loss_fn(outputs, labels)
        loss.backward()
        opt.step()
        running_loss += loss.item() * inputs.size(0)
        n += inputs.size(0)
    return running_loss / max(n, 1)
