"""torch's own batch normalisation."""

from torch import nn

BatchNorm1d = nn.BatchNorm1d
