"""Batch normalisation: each feature over the batch in training, by what is remembered in evaluation.

Read the brief, then replace each `raise` by your own code.
"""

from torch import nn


class BatchNorm1d(nn.Module):
    def __init__(self, n, eps=1e-5, momentum=0.1):
        super().__init__()
        raise NotImplementedError("BatchNorm1d.__init__: parameters and buffers")

    def forward(self, x):
        raise NotImplementedError("BatchNorm1d.forward")
