"""One walk that sums squares and remembers; scaling only where it matters; `.data` throughout."""


def clip_grad_norm(params, max_norm):
    seen = []
    total = 0.0
    for p in params:
        if p.grad is None:
            continue
        total = total + (p.grad.data**2).sum()
        seen.append(p)
    norm = total**0.5
    coefficient = max_norm / (norm + 1e-6)
    if coefficient < 1:
        for p in seen:
            p.grad.data *= coefficient
    return norm
