"""torch's own Adam."""

import torch

Adam = torch.optim.Adam
