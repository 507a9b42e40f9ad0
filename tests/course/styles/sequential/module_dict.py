"""Derived from ModuleDict, whose keys are the names."""

from torch import nn


class Sequential(nn.ModuleDict):
    def __init__(self, *layers):
        super().__init__({str(place): layer for place, layer in enumerate(layers)})

    def forward(self, x):
        for layer in self.values():
            x = layer(x)
        return x

    def __getitem__(self, place):
        return [*self.values()][place]
