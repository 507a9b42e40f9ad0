"""Layer normalisation: each example by its own mean and variance.

Read the brief, then replace the `raise` by your own code.
"""


def layer_norm(x, shape, weight, bias, eps=1e-5):
    """Give the last `len(shape)` axes of `x`, taken together, mean 0 and variance 1; then scale and shift."""
    raise NotImplementedError("layer_norm")
