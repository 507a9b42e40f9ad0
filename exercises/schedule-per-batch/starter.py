"""Learn six weights, at a rate that is divided by ten after every four epochs.

Run it: the loss should go down to about 0.25, that of the noise in the targets. It falls in the first epoch, and then it
stands still.
"""

import torch
from torch import nn


def mean_squared_error(model, x, y):
    """The mean over all examples of the squared distance between prediction and target."""
    return (model(x) - y).square().mean()


def train(x, y, epochs=12, lr=0.1, batch_size=20, seed=0):
    """Fit a linear model to x (N, 6) and y (N, 1).

    Returns the model, the loss after every epoch, and the rate with which each epoch began.
    """
    torch.manual_seed(seed)
    model = nn.Linear(6, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    # The plan: a tenth of the rate after every four epochs.
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=4, gamma=0.1)
    history, rates = [], []
    for _ in range(epochs):
        rates += schedule.get_last_lr()
        for rows in torch.randperm(len(x)).split(batch_size):
            optimizer.zero_grad()
            loss = mean_squared_error(model, x[rows], y[rows])
            loss.backward()
            optimizer.step()
            schedule.step()
        history.append(mean_squared_error(model, x, y).item())
    return model, history, rates


if __name__ == "__main__":
    torch.manual_seed(1)
    x = torch.randn(400, 6)
    y = x @ torch.randn(6, 1) + 0.5 * torch.randn(400, 1)
    model, history, rates = train(x, y)
    for epoch, (rate, loss) in enumerate(zip(rates, history, strict=True)):
        print(f"epoch {epoch:2}: rate {rate:.0e}, loss {loss:.3f}")
