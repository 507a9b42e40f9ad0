"""Learn a linear rule from noisy examples, in mini-batches. The loss goes down to the noise, about 0.01."""

import torch
from torch import nn


def train(x, y, epochs=30, lr=0.1, batch_size=20, seed=0):
    """Fit a linear model to x (N, features) and y (N,); return the model and the loss of every step."""
    torch.manual_seed(seed)
    _, features = x.shape
    model = nn.Linear(features, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(batch_size):
            prediction = model(x[rows]).flatten()
            loss = ((prediction - y[rows]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            history.append(loss.item())
    return model, history


if __name__ == "__main__":
    torch.manual_seed(1)
    x = torch.randn(200, 3)
    y = x @ torch.tensor([2.0, -1.0, 0.5]) + 4.0 + 0.1 * torch.randn(200)
    model, history = train(x, y)
    for step in range(0, len(history), 30):
        print(f"step {step:3}: loss {history[step]:.4f}")
    with torch.no_grad():
        prediction = model(x).flatten()
    print(f"targets     from {y.min():.2f} to {y.max():.2f}, mean {y.mean():.2f}")
    print(f"predictions from {prediction.min():.2f} to {prediction.max():.2f}, mean {prediction.mean():.2f}")
