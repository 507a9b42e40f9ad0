"""A ModuleDict by name."""

import torch
from torch import nn


class Net(nn.Module):
    """Hidden layers with tanh between them, then one output."""

    def __init__(self, width=16, depth=3):
        super().__init__()
        inputs = [2, *[width] * (depth - 1)]
        self.hidden = nn.ModuleDict({f"hidden {n}": nn.Linear(inputs[n], width) for n in range(depth)})
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        for layer in self.hidden.values():
            x = torch.tanh(layer(x))
        return self.head(x)


def train(x, y, steps=300, lr=0.01, seed=0):
    """Fit a Net to x (N, 2) and y (N, 1); return the model and the loss of every step."""
    torch.manual_seed(seed)
    model = Net()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return model, history


if __name__ == "__main__":
    torch.manual_seed(1)
    x = torch.rand(256, 2) * 4 - 2
    y = torch.sin(2 * x[:, :1]) * torch.cos(2 * x[:, 1:])
    model, history = train(x, y)
    for step in range(0, len(history), 30):
        print(f"step {step:3}: loss {history[step]:.4f}")
    print(f"last loss {history[-1]:.4f}")
