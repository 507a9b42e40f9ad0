"""Batches are put into a list first; the mean is computed with the number of examples known in advance."""

from functools import reduce


def train_epoch(model, batches, loss_fn, opt):
    model.train()
    batches = list(batches)
    examples = sum(len(x) for x, _ in batches)

    def learn(mean, batch):
        x, y = batch
        loss = loss_fn(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        return mean + loss.item() * len(x) / examples

    return reduce(learn, batches, 0.0)
