"""torch's own SGD."""

import torch

SGD = torch.optim.SGD
