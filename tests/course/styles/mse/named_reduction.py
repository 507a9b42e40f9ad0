"""The reduction is the name of a method."""


def same_shape(pred, target):
    if pred.shape == target.shape:
        return pred - target
    raise ValueError("Shape mismatch: " + " and ".join(str(list(each.shape)) for each in (pred, target)))


def mse_loss(pred, target, reduction="mean"):
    squares = same_shape(pred, target) ** 2
    return squares if reduction == "none" else getattr(squares, reduction)()
