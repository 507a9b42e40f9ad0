"""Torch computes all rates of the plan in one row, and one is picked."""

import torch


def lr_at(step, base, warmup, total, floor):
    rise = base * torch.arange(1, warmup + 1, dtype=torch.float64) / max(warmup, 1)
    u = torch.linspace(0, 1, total - warmup + 1, dtype=torch.float64)
    fall = torch.lerp(torch.tensor(floor, dtype=torch.float64), torch.tensor(base, dtype=torch.float64), (1 + torch.cos(torch.pi * u)) / 2)
    return torch.cat([rise, fall])[min(step, total)]
