"""Flat copies, reshaped for every call; the comparison on whole tensors."""

import torch


def numeric_grad(f, xs, eps=1e-6):
    grads = []
    with torch.no_grad():
        for k, x in enumerate(xs):
            flat = x.clone().reshape(-1)
            grad = torch.zeros_like(flat)
            for i in range(len(flat)):
                values = []
                for s in (eps, -eps):
                    moved = flat.clone()
                    moved[i] += s
                    args = list(xs)
                    args[k] = moved.reshape(x.shape)
                    values.append(f(*args))
                grad[i] = (values[0] - values[1]) / eps / 2
            grads.append(grad.reshape(x.shape))
    return grads


def check(f, xs, grads, rtol=1e-5, atol=1e-7):
    worst = None
    for k, (g, n) in enumerate(zip(grads, numeric_grad(f, xs))):
        if n.numel() == 0:
            continue
        bad = (g - n).abs() / (atol + rtol * n.abs())
        bad[bad.isnan()] = torch.inf
        flat_index = int(bad.reshape(-1).argmax())
        factor = float(bad.reshape(-1)[flat_index])
        if worst is None or factor > worst[0]:
            worst = (factor, k, flat_index, g, n)
    factor, k, i, g, n = worst
    if factor <= 1:
        return None
    index = []
    rest = i
    for size in reversed(n.shape):
        index.insert(0, rest % size)
        rest //= size
    return f"input {k}, index {tuple(index)}: got {g.reshape(-1)[i]}, expected {n.reshape(-1)[i]}"
