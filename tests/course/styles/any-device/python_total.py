"""The total begins as a Python number and becomes a tensor with the first loss."""


def train_epoch_on(model, batches, loss_fn, make_opt, device):
    model.train()
    model.to(device)
    opt = make_opt([p for p in model.parameters() if p.requires_grad])
    total = 0.0
    n = 0
    for inputs, targets in batches:
        inputs = inputs.to(device)
        targets = targets.to(device)
        output = model(inputs)
        loss = loss_fn(output, targets)
        loss.backward()
        opt.step()
        opt.zero_grad()
        total = total + loss.detach() * inputs.shape[0]
        n = n + inputs.shape[0]
    return total / n
