"""The mean squared error, for shapes that agree."""


def mse_loss(pred, target, reduction="mean"):
    if pred.shape != target.shape:
        raise ValueError(f"shapes differ: {tuple(pred.shape)} against {tuple(target.shape)}")
    squares = (pred - target).square()
    match reduction:
        case "none":
            return squares
        case "sum":
            return squares.sum()
        case "mean":
            return squares.mean()
