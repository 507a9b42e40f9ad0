"""Layer normalisation: each example by its own mean and variance, the same in both modes."""


def layer_norm(x, shape, weight, bias, eps=1e-5):
    """Give the last `len(shape)` axes of `x`, taken together, mean 0 and variance 1; then scale and shift."""
    axes = tuple(range(-len(shape), 0))
    mean = x.mean(axes, keepdim=True)
    var = x.var(axes, correction=0, keepdim=True)
    return (x - mean) / (var + eps).sqrt() * weight + bias
