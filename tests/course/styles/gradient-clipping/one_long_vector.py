"""All gradients as one long vector, scaled and dealt out again."""

import torch


def clip_grad_norm(params, max_norm):
    gradients = [p.grad for p in params if p.grad is not None]
    if len(gradients) == 0:
        return torch.zeros(())
    vector = torch.cat([g.reshape(-1) for g in gradients])
    norm = torch.linalg.vector_norm(vector)
    vector = vector * torch.minimum(max_norm / (norm + 1e-6), torch.ones_like(norm))
    for g, part in zip(gradients, vector.split([g.numel() for g in gradients])):
        g.copy_(part.view_as(g))
    return norm
