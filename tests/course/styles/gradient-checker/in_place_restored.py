"""The element itself is nudged, and its old number put back; the worst is found by max()."""

import torch


def numeric_grad(f, xs, eps=1e-6):
    xs = [x.detach() for x in xs]
    out = []
    for x in xs:
        g = torch.zeros(x.shape, dtype=torch.float64)
        for i in torch.ones(x.shape).nonzero().tolist():
            i = tuple(i)
            old = x[i].item()
            x[i] = old + eps
            up = f(*xs).item()
            x[i] = old - eps
            down = f(*xs).item()
            x[i] = old
            g[i] = (up - down) / (2 * eps)
        out.append(g)
    return out


def check(f, xs, grads, rtol=1e-5, atol=1e-7):
    rows = []
    for k, (g, n) in enumerate(zip(grads, numeric_grad(f, xs))):
        for i in torch.ones(n.shape).nonzero().tolist():
            got, expected = float(g[tuple(i)]), float(n[tuple(i)])
            factor = abs(got - expected) / (atol + rtol * abs(expected))
            rows.append((factor if factor == factor else float("inf"), k, tuple(i), got, expected))
    factor, k, i, got, expected = max(rows, key=lambda row: row[0])
    return None if factor <= 1 else f"input {k}, index {i}: got {got:.3f}, expected {expected:.3f} ({factor:.1f} x)"
