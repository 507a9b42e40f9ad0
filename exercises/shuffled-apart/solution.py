"""Learn a linear rule from examples in shuffled batches. The loss goes to zero."""

import torch
from torch import nn


def batches(x, y, size, generator):
    """Yield (inputs, targets) of `size` rows each, every example once, in an order that is new in each call."""
    order = torch.randperm(len(x), generator=generator)
    x, y = x[order], y[order]
    for start in range(0, len(x), size):
        yield x[start : start + size], y[start : start + size]


def train(x, y, epochs=30, lr=0.05, batch_size=20, seed=0):
    """Fit a linear model to x (N, 3) and y (N, 1); return the model and the mean loss of every epoch."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(epochs):
        losses = []
        for inputs, targets in batches(x, y, batch_size, generator):
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses += [loss.item()] * len(inputs)
        history.append(sum(losses) / len(losses))
    return model, history


if __name__ == "__main__":
    torch.manual_seed(1)
    x = torch.randn(200, 3)
    y = x @ torch.tensor([[1.0], [-2.0], [0.5]])
    print(f"variance of y: {y.var(correction=0):.4f}")
    model, history = train(x, y)
    for epoch in range(0, len(history), 3):
        print(f"epoch {epoch:2}: loss {history[epoch]:.4f}")
    print("weights", [round(weight, 3) for weight in model.weight.flatten().tolist()])
