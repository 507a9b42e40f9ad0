"""Operations over lists of tensors, as torch's own version has them."""

import torch


@torch.no_grad()
def clip_grad_norm(params, max_norm):
    grads = [grad for grad in (p.grad for p in params) if grad is not None]
    if not grads:
        return torch.tensor(0.0)
    norms = torch._foreach_norm(grads, 2.0)
    total_norm = torch.linalg.vector_norm(torch.stack(norms), 2.0)
    coefficient = torch.clamp(max_norm / (total_norm + 1e-6), max=1.0)
    torch._foreach_mul_(grads, coefficient)
    return total_norm
