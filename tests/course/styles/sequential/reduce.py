"""functools.reduce over a tuple that is kept beside the registered layers."""

from functools import reduce

from torch import nn


class Sequential(nn.Module):
    def __init__(self, *layers):
        super().__init__()
        self.chain = layers
        self._modules.update({f"{place}": layer for place, layer in enumerate(layers)})

    def forward(self, x):
        return reduce(lambda value, layer: layer(value), self.chain, x)

    def __len__(self):
        return len(self.chain)

    def __getitem__(self, place):
        return self.chain[place]
