"""The same name on real PyTorch: a 0-D float64 tensor already is a number that remembers how it was made."""

import torch


def Value(data):  # noqa: N802  # the learner's class is compared under this name
    return torch.tensor(float(data), dtype=torch.float64, requires_grad=True)
