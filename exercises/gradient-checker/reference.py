"""The same differences, all nudges of an input at once by vmap; the worst element by argmax."""

import torch


def numeric_grad(f, xs, eps=1e-6):
    inputs = [x.detach() for x in xs]
    return [_slopes(f, inputs, place, eps) for place in range(len(inputs))]


def _slopes(f, inputs, place, eps):
    x = inputs[place]
    if not x.numel():
        return torch.zeros_like(x)
    nudges = eps * torch.eye(x.numel(), dtype=x.dtype).reshape(-1, *x.shape)
    at_all = torch.vmap(lambda nudged: f(*inputs[:place], nudged, *inputs[place + 1 :]))
    return ((at_all(x + nudges) - at_all(x - nudges)) / (2 * eps)).reshape(x.shape)


def check(f, xs, grads, rtol=1e-5, atol=1e-7):
    worst, report = torch.ones((), dtype=torch.float64), None
    for place, (grad, slopes) in enumerate(zip(grads, numeric_grad(f, xs), strict=True)):
        excess = ((grad - slopes).abs() / (atol + rtol * slopes.abs())).nan_to_num(nan=torch.inf)
        if excess.numel() and excess.max() > worst:
            worst = excess.max()
            index = tuple(int(part) for part in torch.unravel_index(excess.argmax(), excess.shape))
            report = f"input {place}, index {index}: got {grad[index].item()}, expected {slopes[index].item()}"
    return report
