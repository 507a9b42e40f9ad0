"""NumPy: interpolation for the warm-up, a clip for the end."""

import numpy as np


def lr_at(step, base, warmup, total, floor):
    if step < warmup:
        return np.interp(step + 1, [0, warmup], [0.0, base])
    angle = np.pi * np.clip((step - warmup) / (total - warmup), 0, 1)
    return np.float64(floor) + 0.5 * (base - floor) * (1 + np.cos(angle))
