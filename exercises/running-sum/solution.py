"""Learn four weights from examples, one random batch at a time. The loss goes to zero."""

import torch
from torch import nn


def train(x, y, steps=80, lr=0.05, batch_size=32, seed=0):
    """Fit a linear model to x (N, features) and y (N, 1); return the model and the loss of every step."""
    torch.manual_seed(seed)
    examples, features = x.shape
    model = nn.Linear(features, 1)
    loss_fn = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        rows = torch.randint(examples, (batch_size,))
        loss = loss_fn(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return model, history


if __name__ == "__main__":
    torch.manual_seed(1)
    x = torch.randn(256, 4)
    y = x @ torch.tensor([[1.0], [-2.0], [3.0], [0.5]])
    model, history = train(x, y)
    for step in range(0, len(history), 8):
        print(f"step {step:2}: loss {history[step]:.4f}")
    print("weights", [round(weight, 3) for weight in model.weight.flatten().tolist()])
