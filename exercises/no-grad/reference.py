"""The same names in torch: a 0-D float64 tensor that is asked to be tracked, and torch's own scope."""

import torch

no_grad = torch.no_grad


def Value(data, requires_grad=True):  # noqa: N802  # the learner's class is compared under this name
    return torch.tensor(float(data), dtype=torch.float64, requires_grad=requires_grad)
