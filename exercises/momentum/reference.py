"""torch's own SGD, which has momentum."""

import torch

SGD = torch.optim.SGD
