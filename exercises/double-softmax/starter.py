"""Learn three classes of points in the plane, in mini-batches.

Run it: nearly all answers are right, and the loss, which should come close to zero, stops near 0.55.
"""

import torch
from torch import nn


def train(x, y, epochs=40, lr=0.01, batch_size=50, seed=0):
    """Fit a small network to x (N, 2) and y (N,); return the model and the loss of every step."""
    torch.manual_seed(seed)
    model = nn.Sequential(
        nn.Linear(2, 16),
        nn.ReLU(),
        nn.Linear(16, 3),
        nn.Softmax(dim=1),
    )
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    history = []
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(batch_size):
            scores = model(x[rows])
            loss = loss_fn(scores, y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            history.append(loss.item())
    return model, history


if __name__ == "__main__":
    torch.manual_seed(1)
    y = torch.arange(150) % 3
    x = torch.tensor([[4.0, 0.0], [-4.0, 0.0], [0.0, 4.0]])[y] + torch.randn(150, 2)
    model, history = train(x, y)
    for step in (*range(0, len(history), 15), len(history) - 1):
        print(f"step {step:3}: loss {history[step]:.4f}")
    with torch.no_grad():
        right = (model(x).argmax(1) == y).float().mean()
    print(f"{right:.1%} of the answers are right")
