"""The mean squared error, stricter about shapes than PyTorch.

Read the brief, then replace the `raise` by your own code.
"""


def mse_loss(pred, target, reduction="mean"):
    raise NotImplementedError("mse_loss")
