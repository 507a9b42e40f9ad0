"""torch's own AdamW."""

import torch

AdamW = torch.optim.AdamW
